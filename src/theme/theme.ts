import {
  createTheme,
  defaultVariantColorsResolver,
  rem,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineTheme,
  type VariantColorsResolver,
} from '@mantine/core';

/** Defines every colour of the console; stylesheets use the generated variables. */
const moss: MantineColorsTuple = [
  '#eefaf7',
  '#d3f2eb',
  '#a6e5d9',
  '#6dd9c8',
  '#2dd4bf',
  '#14b09d',
  '#0d9484',
  '#0f766e',
  '#115e59',
  '#134e4a',
];
const stone: MantineColorsTuple = [
  '#faf9f7',
  '#f3f2ee',
  '#eae9e4',
  '#e3e2dc',
  '#d2d1ca',
  '#a5a69f',
  '#7b807c',
  '#5a605d',
  '#3a3f3c',
  '#1c1f1e',
];
const night: MantineColorsTuple = [
  '#e7eae8',
  '#c9cfcc',
  '#9aa39f',
  '#6f7975',
  '#2b312e',
  '#232826',
  '#191d1b',
  '#111413',
  '#0c0f0e',
  '#080a09',
];
const red: MantineColorsTuple = [
  '#fdf2f0',
  '#fbe1dd',
  '#f7c5be',
  '#f29c92',
  '#f47c70',
  '#e5534b',
  '#cf3429',
  '#b42318',
  '#931d14',
  '#741710',
];
const amber: MantineColorsTuple = [
  '#fdf7e8',
  '#faeac6',
  '#f5d68b',
  '#efc053',
  '#e3a82b',
  '#c78a14',
  '#a56d0a',
  '#8a5a07',
  '#6f4806',
  '#543604',
];
const green: MantineColorsTuple = [
  '#eef8f0',
  '#d6efdc',
  '#aeddb9',
  '#7fca91',
  '#4fc070',
  '#30a655',
  '#228a44',
  '#1a7437',
  '#155c2d',
  '#104622',
];

const light = {
  '--cairn-page': '#f6f6f3',
  '--cairn-surface': '#ffffff',
  '--cairn-sunken': '#f1f0ec',
  '--cairn-hover': '#f1f1ed',
  '--cairn-line': '#e3e2dc',
  '--cairn-line-strong': '#cfcec6',
  '--cairn-text': '#1c1f1e',
  '--cairn-quiet': '#5a605d',
  '--cairn-placeholder': '#737873',
  '--cairn-accent': '#0f766e',
  '--cairn-accent-soft': '#e3f1ee',
  '--cairn-on-filled': '#ffffff',
  '--cairn-good': '#1a7437',
  '--cairn-good-soft': '#e4f3e8',
  '--cairn-warn': '#8a5a07',
  '--cairn-warn-soft': '#fbf0d6',
  '--cairn-bad': '#b42318',
  '--cairn-bad-soft': '#fbe6e3',
  '--cairn-idle': '#5a605d',
  '--cairn-idle-soft': '#ecebe6',
  '--cairn-shadow': '0 8px 24px rgb(28 31 30 / 12%), 0 1px 3px rgb(28 31 30 / 10%)',
};
const dark: typeof light = {
  '--cairn-page': '#111413',
  '--cairn-surface': '#191d1b',
  '--cairn-sunken': '#151917',
  '--cairn-hover': '#212624',
  '--cairn-line': '#343b37',
  '--cairn-line-strong': '#5b6560',
  '--cairn-text': '#e7eae8',
  '--cairn-quiet': '#9aa39f',
  '--cairn-placeholder': '#7d8682',
  '--cairn-accent': '#2dd4bf',
  '--cairn-accent-soft': '#15302c',
  '--cairn-on-filled': '#0a1312',
  '--cairn-good': '#4fc070',
  '--cairn-good-soft': '#17301e',
  '--cairn-warn': '#e3a82b',
  '--cairn-warn-soft': '#33280f',
  '--cairn-bad': '#f47c70',
  '--cairn-bad-soft': '#3a1d1a',
  '--cairn-idle': '#9aa39f',
  '--cairn-idle-soft': '#252a28',
  '--cairn-shadow': '0 8px 24px rgb(0 0 0 / 50%), 0 1px 3px rgb(0 0 0 / 40%)',
};

const mantineOver = {
  '--mantine-color-body': 'var(--cairn-surface)',
  '--mantine-color-text': 'var(--cairn-text)',
  '--mantine-color-dimmed': 'var(--cairn-quiet)',
  '--mantine-color-placeholder': 'var(--cairn-placeholder)',
  '--mantine-color-default': 'var(--cairn-surface)',
  '--mantine-color-default-hover': 'var(--cairn-hover)',
  '--mantine-color-default-color': 'var(--cairn-text)',
  '--mantine-color-default-border': 'var(--cairn-line-strong)',
  '--mantine-color-anchor': 'var(--cairn-accent)',
  '--mantine-color-error': 'var(--cairn-bad)',
  '--mantine-color-disabled': 'var(--cairn-sunken)',
  '--mantine-color-disabled-color': 'var(--cairn-quiet)',
  '--mantine-color-disabled-border': 'var(--cairn-line)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...light, ...mantineOver },
  dark: { ...dark, ...mantineOver },
});

/** Mantine computes the text colour of filled controls only for the light scheme; the dark scheme's fills are bright. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colors, color: 'var(--cairn-on-filled)' } : colors;
};

const controlHeight = rem(32);
/** Controls are 32 px high by default. */
const input = (_: MantineTheme, props: { size?: string | number | undefined }) => ({
  wrapper:
    props.size === undefined || props.size === 'sm' ? { '--input-height': controlHeight, '--input-fz': rem(14) } : {},
});

/** A dialog's head is a `header` in a `section` with another role, so without a role of its own it would count as a second banner. */
const dialogHead = { attributes: { header: { role: 'presentation' } } };

export const theme = createTheme({
  primaryColor: 'moss',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: variantColors,
  black: light['--cairn-text'],
  colors: { moss, gray: stone, dark: night, red, yellow: amber, orange: amber, green, teal: moss },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, monospace",
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(3), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'var(--cairn-shadow)',
    md: 'var(--cairn-shadow)',
    lg: 'var(--cairn-shadow)',
    xl: 'var(--cairn-shadow)',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(16), lineHeight: '1.5' },
      h3: { fontSize: rem(14), lineHeight: '1.5' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: {
      vars: (_: MantineTheme, props: { size?: string }) => ({
        root:
          props.size === undefined || props.size === 'sm'
            ? { '--button-height': controlHeight, '--button-padding-x': rem(12), '--button-fz': rem(14) }
            : {},
      }),
      styles: { label: { fontWeight: 500 } },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Input: { vars: input },
    InputWrapper: {
      styles: {
        label: { fontSize: rem(13), fontWeight: 500, marginBottom: rem(4) },
        description: { fontSize: rem(12) },
        error: { fontSize: rem(12) },
      },
    },
    // Do not mount closed lists: a table would contain hundreds of options per row.
    Select: { defaultProps: { comboboxProps: { shadow: 'md', keepMounted: false }, checkIconPosition: 'right' } },
    Menu: {
      defaultProps: { shadow: 'md', position: 'bottom-end', transitionProps: { duration: 100 } },
      styles: { item: { fontSize: rem(14), minHeight: controlHeight }, label: { fontSize: rem(12) } },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: {
        ...dialogHead,
        size: 640,
        centered: false,
        yOffset: '10vh',
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.4 },
      },
      styles: { title: { fontSize: rem(16), fontWeight: 600 } },
    },
    Drawer: { defaultProps: { ...dialogHead, transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 80 }, fz: 12, multiline: true, maw: 320 } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Checkbox: {
      defaultProps: { size: 'xs', iconColor: 'var(--cairn-on-filled)' },
      styles: { label: { fontSize: rem(14) } },
    },
    Radio: {
      defaultProps: { size: 'xs', iconColor: 'var(--cairn-on-filled)' },
      styles: { label: { fontSize: rem(14) } },
    },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false }, styles: { label: { fontSize: rem(14) } } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 120 } },
    Table: { defaultProps: { verticalSpacing: 0, horizontalSpacing: 'sm' } },
    Notification: { defaultProps: { withBorder: true } },
  },
});
