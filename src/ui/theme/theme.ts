import { Button, createTheme, type CSSVariablesResolver, localStorageColorSchemeManager } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'petrol',
  // White text on the filled shade has a contrast of more than 5:1 in both color schemes.
  primaryShade: { light: 7, dark: 7 },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  fontSizes: { xs: '0.75rem', sm: '0.8438rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  colors: {
    petrol: [
      '#e4f6f6',
      '#cbeaeb',
      '#9ed6d9',
      '#6ec2c7',
      '#47b0b7',
      '#2b9fa7',
      '#178490',
      '#0b6b76',
      '#08565f',
      '#04424a',
    ],
    dark: [
      '#dfe6ea',
      '#bcc7ce',
      '#94a2ac',
      '#6f7d87',
      '#46535c',
      '#323d45',
      '#222b31',
      '#151b1f',
      '#10161a',
      '#0b1013',
    ],
  },
  components: {
    Card: {
      defaultProps: { bg: 'var(--surface)', radius: 'md', padding: 'md' },
      styles: { root: { borderColor: 'var(--line)' } },
    },
    InputWrapper: { defaultProps: { labelProps: { mb: 4 } }, styles: { label: { overflowWrap: 'anywhere' } } },
    Modal: {
      defaultProps: { radius: 'lg', padding: 'lg' },
      // Titles and texts can contain long names without spaces.
      styles: { title: { lineHeight: 1.4, overflowWrap: 'anywhere' }, body: { overflowWrap: 'anywhere' } },
    },
    // Minimum target size of 24 px (WCAG 2.5.8).
    Button: Button.extend({
      vars: (_theme, { size }) => ({ root: size === 'compact-xs' ? { '--button-height': '1.5rem' } : {} }),
    }),
    Skeleton: { defaultProps: { animate: true } },
    Stack: { defaultProps: { 'data-stack': true } },
  },
})

/** Maps Mantine's variables to the tokens, and raises the contrast of dimmed text and placeholders to AA. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#17212a',
    '--mantine-color-dimmed': '#55636d',
    '--mantine-color-placeholder': '#6b7882',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-7)',
    '--mantine-color-default-border': '#c6d0d6',
    '--mantine-color-error': '#b3261e',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': '#85939d',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-3)',
    '--mantine-color-default': 'var(--surface-raised)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': '#3a464e',
    '--mantine-color-error': '#ff9f96',
    // Selected items must stand out from the surface.
    '--mantine-color-petrol-light': '#12333a',
  },
})

const colorSchemeKey = 'triptych-color-scheme'

export const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey })
