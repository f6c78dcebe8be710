import { Button } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { TreeDialog } from '../../trees/fetched-tree.ts';
import { useScreenWords } from '../../words.tsx';
import type { WidgetProps } from '../widget-props.ts';
import { TextWidget } from './text.tsx';
import styles from './tree.module.css';

/** A line of text that can be typed, or chosen from a tree of which each level is read when it is opened. */
export function TreeWidget(props: WidgetProps): ReactNode {
  const { options, value, readOnly, label, onChange } = props;
  const words = useScreenWords();
  const [open, setOpen] = useState(false);
  const { tree = '', roots = [], treeTitle = label, branches = false } = options;
  return (
    <div className={styles.field}>
      <div className={styles.text}>
        <TextWidget {...props} />
      </div>
      {!readOnly && (
        <Button
          variant="default"
          leftSection={<IconListTree size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {words.browse}
        </Button>
      )}
      {open && (
        <TreeDialog
          title={treeTitle}
          tree={tree}
          roots={roots}
          branches={branches}
          chosen={typeof value === 'string' ? value : ''}
          onChosen={(next) => {
            onChange(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
