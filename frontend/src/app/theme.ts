import { enUS, jaJP } from '@mui/material/locale'
import { createTheme } from '@mui/material/styles'
import type { Locale } from '@/shared/lib/locale'

declare module '@mui/material/styles' {
  interface Palette {
    cancel: Palette['primary']
    accent: Palette['primary']
  }
  interface PaletteOptions {
    cancel?: PaletteOptions['primary']
    accent?: PaletteOptions['primary']
  }
}
declare module '@mui/material/Button' {
  interface ButtonPropsColorOverrides {
    cancel: true
    accent: true
  }
}

const ink = '#1B2421'
// The specified error red is too light for text on white (3.1 : 1); text and buttons use this one (6.4 : 1).
const errorInk = '#B3261E'

const fonts = '"Noto Sans JP","Noto Sans CJK JP","Hiragino Sans","Yu Gothic UI","Yu Gothic",Meiryo,system-ui,sans-serif'

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
        warning: { main: '#FFC266', dark: '#8A4B00', light: '#FFF0D6', contrastText: ink },
        info: { main: '#0B5FA5', dark: '#084878', light: '#E3F0FB', contrastText: '#FFFFFF' },
        success: { main: '#057857', dark: '#045540', light: '#D9F2E9', contrastText: '#FFFFFF' },
        cancel: { main: '#9E9E9E', dark: '#757575', light: '#EEEEEE', contrastText: ink },
        text: { primary: ink, secondary: '#52605B' },
        background: { default: '#F5F8F7', paper: '#FFFFFF' },
        divider: '#DCE4E1',
      },
      shape: { borderRadius: 8 },
      typography: {
        fontFamily: fonts,
        fontSize: 14,
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
          },
        },
        MuiButton: {
          defaultProps: { disableElevation: true },
          styleOverrides: {
            root: {
              variants: [
                {
                  props: { variant: 'contained', color: 'error' },
                  style: { backgroundColor: errorInk, color: '#FFFFFF', '&:hover': { backgroundColor: '#8C1D18' } },
                },
                { props: { variant: 'outlined', color: 'error' }, style: { color: errorInk } },
                { props: { variant: 'text', color: 'error' }, style: { color: errorInk } },
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
        MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', fontWeight: 700, lineHeight: 1.5 } } },
        MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
        MuiTooltip: { defaultProps: { arrow: true } },
        MuiLink: { defaultProps: { underline: 'always' } },
      },
    },
    locale === 'ja-JP' ? jaJP : enUS,
  )
}
