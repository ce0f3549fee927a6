import { enUS, jaJP } from '@mui/material/locale'
import { createTheme } from '@mui/material/styles'
import type { CSSProperties } from 'react'
import type { Locale } from '@/shared/lib/locale'

declare module '@mui/material/styles' {
  interface Palette extends Surfaces {
    cancel: Palette['primary']
    accent: Palette['primary']
    tone: Tones
    source: Sources
  }
  interface PaletteOptions extends Partial<Surfaces> {
    cancel?: PaletteOptions['primary']
    accent?: PaletteOptions['primary']
    tone?: Tones
    source?: Sources
  }
  interface TypographyVariants extends Sizes {
    figure: CSSProperties
  }
  interface TypographyVariantsOptions extends Partial<Sizes> {
    figure?: CSSProperties
  }
}
declare module '@mui/material/Button' {
  interface ButtonPropsColorOverrides {
    cancel: true
    accent: true
  }
}

/** Surfaces and lines between the page's background and its paper. */
interface Surfaces {
  /** A line between rows, lighter than a divider. */
  line: string
  /** The background of a bar or a part that belongs to what is above it. */
  wash: string
  /** The background of what lies below paper, such as a PDF's pages. */
  sunken: string
  /** A mark that draws attention to something uncertain. */
  attention: string
  /** A handle that can be dragged. */
  handle: string
}

/** The background and text of a status: every pair has a contrast of at least 4.5. */
type Tones = Record<'neutral' | 'info' | 'success' | 'warning' | 'error', { background: string; color: string }>

/** The frames around the sources of values in a PDF. */
interface Sources {
  active: string
  unsure: string
  unsureLine: string
  plain: string
  plainLine: string
}

/** The sizes of text; in `sx` by their name (`fontSize: 'dense'`). */
interface Sizes {
  tiny: string
  small: string
  dense: string
  normal: string
  medium: string
  large: string
}

const sizes: Sizes = { tiny: '0.6875rem', small: '0.75rem', dense: '0.8125rem', normal: '0.875rem', medium: '1rem', large: '1.25rem' }

const ink = '#1B2421'
// The specified error red is too light for text on white (3.1 : 1); text and buttons use this one (6.4 : 1).
const errorInk = '#B3261E'
// So is the warning colour.
const warningInk = '#8A4B00'

const fonts = '"Noto Sans JP","Noto Sans CJK JP","Hiragino Sans","Yu Gothic UI","Yu Gothic",Meiryo,system-ui,sans-serif'

/** On paper a screen is what it shows, in full, without what only works on a screen. */
const onPaper = {
  'header, nav, aside, .notice-place, [data-screen-only], .MuiButton-root, .MuiIconButton-root, .MuiPagination-root, .MuiFormControl-root:has([type=search])': { display: 'none !important' },
  // All columns of a table, in letters of 7 points.
  main: { zoom: 0.72 },
  'table [type=checkbox], li [type=checkbox]': { visibility: 'hidden' },
  // Rows beyond what a scrolled part shows would be missing.
  'table[role=grid]': { minWidth: '0 !important' },
  ':has(> table)': { maxHeight: 'none !important', overflow: 'visible !important' },
  'tr, li': { breakInside: 'avoid' },
} as const

/** The product's theme. Colors are those of the specification; text uses a darker variant of those with too little contrast. */
export function makeTheme(locale: Locale) {
  return createTheme(
    {
      cssVariables: true,
      palette: {
        contrastThreshold: 4.5,
        primary: { main: '#057857', dark: '#045540', light: '#D9F2E9', contrastText: '#FFFFFF' },
        secondary: { main: '#D9F2E9', dark: '#B5E3D2', light: '#EDF9F4', contrastText: '#045540' },
        accent: { main: '#F2D9D8', dark: '#E2B9B7', light: '#F9EDEC', contrastText: '#7A1F1B' },
        error: { main: '#FF5252', dark: errorInk, light: '#F2D9D8', contrastText: ink },
        warning: { main: '#FFC266', dark: warningInk, light: '#FFF0D6', contrastText: ink },
        info: { main: '#0B5FA5', dark: '#084878', light: '#E3F0FB', contrastText: '#FFFFFF' },
        success: { main: '#057857', dark: '#045540', light: '#D9F2E9', contrastText: '#FFFFFF' },
        cancel: { main: '#9E9E9E', dark: '#757575', light: '#EEEEEE', contrastText: ink },
        text: { primary: ink, secondary: '#52605B' },
        background: { default: '#F5F8F7', paper: '#FFFFFF' },
        divider: '#DCE4E1',
        line: '#EEF3F1',
        wash: '#F7FBF9',
        sunken: '#E6ECEA',
        attention: '#E08600',
        handle: '#9FB3AB',
        tone: {
          neutral: { background: '#ECEFF1', color: '#37474F' },
          info: { background: '#E3F0FB', color: '#0B4F8A' },
          success: { background: '#D9F2E9', color: '#045540' },
          warning: { background: '#FFF0D6', color: '#7A4400' },
          error: { background: '#F2D9D8', color: '#9B1C1C' },
        },
        source: {
          active: 'rgba(5,120,87,0.16)',
          unsure: 'rgba(255,176,32,0.22)',
          unsureLine: 'rgba(224,134,0,0.7)',
          plain: 'rgba(5,120,87,0.05)',
          plainLine: 'rgba(5,120,87,0.35)',
        },
      },
      shape: { borderRadius: 8 },
      // Those who ask their system for less motion get none.
      motion: { reducedMotion: 'system' },
      typography: {
        fontFamily: fonts,
        fontSize: 14,
        ...sizes,
        figure: { fontSize: '1.75rem', fontWeight: 700, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' },
        h1: { fontSize: '1.5rem', fontWeight: 700, lineHeight: 1.35 },
        h2: { fontSize: '1.125rem', fontWeight: 700, lineHeight: 1.4 },
        h3: { fontSize: '1rem', fontWeight: 700, lineHeight: 1.5 },
        button: { textTransform: 'none', fontWeight: 600 },
      },
      components: {
        MuiCssBaseline: {
          styleOverrides: {
            // Japanese lines break at phrases where the browser supports it.
            body: { wordBreak: 'auto-phrase', overflowWrap: 'anywhere' },
            '@page': { size: 'A4 landscape', margin: '10mm' },
            '@media print': onPaper,
          },
        },
        MuiButton: {
          defaultProps: { disableElevation: true },
          styleOverrides: {
            root: {
              // A button may have two lines, but no broken word.
              overflowWrap: 'normal',
              variants: [
                {
                  props: { variant: 'contained', color: 'error' },
                  style: { backgroundColor: errorInk, color: '#FFFFFF', '&:hover': { backgroundColor: '#8C1D18' } },
                },
                { props: { variant: 'contained', color: 'warning' }, style: { '&:hover': { backgroundColor: '#F0AE4A' } } },
                { props: { variant: 'outlined', color: 'error' }, style: { color: errorInk } },
                { props: { variant: 'text', color: 'error' }, style: { color: errorInk } },
                { props: { variant: 'outlined', color: 'warning' }, style: { color: warningInk, borderColor: warningInk } },
                { props: { variant: 'text', color: 'warning' }, style: { color: warningInk } },
                { props: { variant: 'text', color: 'cancel' }, style: { color: '#4A4A4A' } },
                {
                  props: { variant: 'outlined', color: 'cancel' },
                  style: { color: '#4A4A4A', borderColor: '#9E9E9E', '&:hover': { borderColor: '#757575', backgroundColor: '#F5F5F5' } },
                },
              ],
            },
          },
        },
        MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
        MuiFormLabel: {
          styleOverrides: {
            root: { '&.Mui-error': { color: errorInk } },
            asterisk: { color: errorInk },
          },
        },
        MuiFormHelperText: { styleOverrides: { root: { '&.Mui-error': { color: errorInk } } } },
        MuiAlert: {
          styleOverrides: {
            root: {
              variants: [
                { props: { variant: 'filled', severity: 'error' }, style: { backgroundColor: errorInk, color: '#FFFFFF' } },
                { props: { variant: 'filled', severity: 'warning' }, style: { backgroundColor: '#FFC266', color: ink } },
              ],
            },
          },
        },
        MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
        // What is below a closing dialog is there again at once, for assistive technology and for the notices (noticePlace.ts).
        MuiDialog: { defaultProps: { closeAfterTransition: false } },
        MuiDrawer: { defaultProps: { ModalProps: { closeAfterTransition: false } } },
        MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', fontWeight: 700, lineHeight: 1.5 } } },
        MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
        MuiTooltip: { defaultProps: { arrow: true } },
        MuiLink: { defaultProps: { underline: 'always' } },
      },
    },
    locale === 'ja-JP' ? jaJP : enUS,
  )
}
