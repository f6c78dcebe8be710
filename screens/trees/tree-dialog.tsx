import { Button, Loader, Modal, Tree, useTree, type RenderTreeNodePayload } from '@mantine/core';
import { IconAlertCircle, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { TreeRoot } from '../form/field-options.ts';
import { useForm } from '../form/form-context.tsx';
import { OutsideForm } from '../form/outside-form.tsx';
import { fill, useScreenWords } from '../words.tsx';
import { useTreeSource, type TreeLevel } from './tree-sources.tsx';
import styles from './tree.module.css';

interface Props {
  title: string;
  /** The named tree. */
  tree: string;
  roots: readonly TreeRoot[];
  /** What has others below it can be chosen too, but for the roots. */
  branches: boolean;
  /** The value of the field. */
  chosen: string;
  onChosen(value: string): void;
  onClose(): void;
}

interface Node {
  value: string;
  label: string;
  detail?: string;
  hasChildren: boolean;
  children?: Node[];
}

/** A tree in a dialog. A level is read when it is opened; what cannot be read says why, and is read again when it is opened again. */
export function TreeDialog({ title, tree: name, roots, branches, chosen, onChosen, onClose }: Props): ReactNode {
  const words = useScreenWords();
  const read = useTreeSource(name);
  const { store } = useForm();
  const [data, setData] = useState<Node[]>(() => roots.map((root) => ({ ...root, hasChildren: true })));
  const [failure, setFailure] = useState<string>();
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);

  const load = async (below: string): Promise<void> => {
    setFailure(undefined);
    try {
      const level = await read(store.data, below, leaving.signal);
      setData((before) => withLevel(before, below, nodesOf(level, below, words.treeMore, words.empty)));
    } catch (error) {
      if (leaving.signal.aborted) return;
      setFailure(error instanceof Error ? error.message : String(error));
      // Told below the tree; opened again, it is read again.
      tree.collapse(below);
      throw error;
    }
  };
  const [only] = roots.length === 1 ? roots : [];
  const tree = useTree({
    onLoadChildren: load,
    initialSelectedState: [chosen],
    ...(only && { initialExpandedState: { [only.value]: true } }),
  });
  const [picked = ''] = tree.selectedState;
  const node = findNode(data, picked);
  const isRoot = (value: string) => roots.some((root) => root.value === value);
  const selected =
    node !== undefined && (!node.hasChildren || (branches && !isRoot(picked))) && !isNote(node) ? picked : '';
  // A single root is no choice: what stands below it is read at once.
  const openOnly = useEffectEvent(() => {
    if (only !== undefined) void tree.loadNode(only.value);
  });
  useEffect(() => openOnly(), []);
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const value = (event.target as Element).closest<HTMLElement>('[data-value]')?.dataset['value'];
    const node = value === undefined ? undefined : findNode(data, value);
    if (node === undefined || isNote(node)) return;
    event.preventDefault();
    if (branches && !isRoot(node.value)) tree.select(node.value);
    else if (node.hasChildren) tree.toggleExpanded(node.value);
    else onChosen(node.value);
  };

  return (
    <OutsideForm>
      <Modal opened onClose={onClose} title={title} size={720} closeButtonProps={{ 'aria-label': words.cancel }}>
        <div className={styles.dialog}>
          <div className={styles.scroll}>
            <Tree
              aria-label={title}
              data={data}
              tree={tree}
              levelOffset={22}
              selectOnClick
              onKeyDown={byKey}
              renderNode={(node) => <Line node={node} thing={findNode(data, node.node.value)} selected={selected} />}
            />
          </div>
          <p className={styles.failure} role="alert">
            {failure !== undefined && (
              <>
                <IconAlertCircle size={15} aria-hidden /> {failure}
              </>
            )}
          </p>
          <div className={styles.footer}>
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button disabled={selected === ''} onClick={() => onChosen(selected)}>
              {fill(words.treeUse, { value: selected })}
            </Button>
          </div>
        </div>
      </Modal>
    </OutsideForm>
  );
}

interface LineProps {
  node: RenderTreeNodePayload;
  thing: Node | undefined;
  selected: string;
}

function Line({ node, thing, selected }: LineProps): ReactNode {
  const { elementProps, expanded, hasChildren, isLoading } = node;
  if (thing === undefined) return null;
  if (isNote(thing))
    return (
      <div className={`${elementProps.className} ${styles.note}`} style={elementProps.style}>
        {thing.label}
      </div>
    );
  return (
    <div
      {...elementProps}
      className={`${elementProps.className} ${styles.line}`}
      data-chosen={thing.value === selected || undefined}
    >
      {isLoading ? (
        <Loader size={14} className={styles.mark} />
      ) : (
        <IconChevronRight
          size={15}
          aria-hidden
          className={styles.mark}
          data-open={expanded || undefined}
          data-leaf={!hasChildren || undefined}
        />
      )}
      <span className={styles.label}>{thing.label}</span>
      <span className={styles.value}>{thing.value}</span>
      {thing.detail !== undefined && <span className={styles.detail}>{thing.detail}</span>}
    </div>
  );
}

/** A line that tells something and is nothing to choose. */
const noteMark = 'note:';
const isNote = ({ value }: Pick<Node, 'value'>) => value.startsWith(noteMark);

function nodesOf({ things, more, note }: TreeLevel, below: string, moreWords: string, emptyWords: string): Node[] {
  const told = [
    ...(note === undefined ? (things.length === 0 ? [emptyWords] : []) : [note]),
    ...(more ? [fill(moreWords, { count: things.length.toLocaleString() })] : []),
  ];
  const notes = told.map((label, index): Node => ({
    value: `${noteMark}${index}:${below}`,
    label,
    hasChildren: false,
  }));
  return [...things, ...notes];
}

function withLevel(nodes: readonly Node[], below: string, children: Node[]): Node[] {
  return nodes.map((node) => {
    if (node.value === below) return { ...node, children };
    return node.children === undefined ? node : { ...node, children: withLevel(node.children, below, children) };
  });
}

function findNode(nodes: readonly Node[], value: string): Node | undefined {
  for (const node of nodes) {
    const found = node.value === value ? node : findNode(node.children ?? [], value);
    if (found !== undefined) return found;
  }
  return undefined;
}
