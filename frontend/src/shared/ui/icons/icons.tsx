import { SvgIcon, type SvgIconProps } from '@mui/material'

/* A small set of our own, drawn on a 24 x 24 grid with 2 wide lines. */

function icon(path: string) {
  const drawing = <path d={path} fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" />
  const Icon = (props: SvgIconProps) => (
    <SvgIcon viewBox="0 0 24 24" {...props}>
      {drawing}
    </SvgIcon>
  )
  return Object.assign(Icon, { drawing })
}

/** An icon that is cheap, for places where hundreds stand; `size` in pixels. */
export const PlainIcon = ({ of, size }: { of: ReturnType<typeof icon>; size: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden focusable="false">
    {of.drawing}
  </svg>
)

export const MenuIcon = icon('M4 6h16M4 12h16M4 18h16')
export const CloseIcon = icon('M6 6l12 12M18 6L6 18')
export const SearchIcon = icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l4 4')
export const AddIcon = icon('M12 5v14M5 12h14')
export const RemoveIcon = icon('M5 12h14')
export const EditIcon = icon('M4 20l1-4L16 5l3 3L8 19l-4 1ZM14 7l3 3')
export const DeleteIcon = icon('M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5')
export const RestoreIcon = icon('M5 4v5h5M5.5 9a7.5 7.5 0 1 1-1 5')
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7')
export const WarningIcon = icon('M12 4l9 16H3L12 4ZM12 10v4M12 17v.01')
export const ErrorIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 8v5M12 16v.01')
export const InfoIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5M12 8v.01')
export const MailIcon = icon('M3 6h18v12H3ZM3 7l9 6 9-6')
export const UserIcon = icon('M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 20c0-4 4-5 8-5s8 1 8 5')
export const LogoutIcon = icon('M10 4H5v16h5M15 8l4 4-4 4M19 12H10')
export const LanguageIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18')
export const ExpandIcon = icon('M6 9l6 6 6-6')
export const PreviousIcon = icon('M15 6l-6 6 6 6')
export const NextIcon = icon('M9 6l6 6-6 6')
export const UploadIcon = icon('M12 16V4M7 9l5-5 5 5M4 16v4h16v-4')
export const DownloadIcon = icon('M12 4v12M7 11l5 5 5-5M4 18v2h16v-2')
export const ExcludeIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6')
export const FilterIcon = icon('M4 5h16l-6 8v5l-4 2v-7L4 5Z')
export const HistoryIcon = icon('M4 4v5h5M4.5 9a8 8 0 1 1-.5 4M12 8v4l3 2')
export const RefreshIcon = icon('M20 4v5h-5M19.5 9a8 8 0 1 0 .5 4')
export const FileIcon = icon('M6 3h8l4 4v14H6ZM14 3v5h4')
export const ListIcon = icon('M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01')
export const HomeIcon = icon('M4 11l8-7 8 7M6 10v10h5v-6h2v6h5V10')
export const CompanyIcon = icon('M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3')
export const SettingsIcon = icon('M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4')
export const DepartmentIcon = icon('M10 3h4v4h-4ZM4 17h4v4H4ZM16 17h4v4h-4ZM12 7v5M6 17v-5h12v5')
export const TagIcon = icon('M4 4h8l8 8-8 8-8-8ZM8.5 8.5v.01')
export const VisibleIcon = icon('M2 12c4-7 16-7 20 0-4 7-16 7-20 0ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z')
export const HiddenIcon = icon('M2 12c4-7 16-7 20 0-4 7-16 7-20 0ZM4 20L20 4')
export const MoreIcon = icon('M5 12v.01M12 12v.01M19 12v.01')
export const KeyboardIcon = icon('M3 6h18v12H3ZM7 10v.01M11 10v.01M15 10v.01M7 14h10M19 10v.01')
export const SubstanceIcon = icon('M9 3h6M10 3v6L4.5 18.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9')
export const PrintIcon = icon('M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7Z')
export const LinkIcon = icon('M14 5h5v5M19 5l-9 9M10 5H5v14h14v-5')
export const LockIcon = icon('M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3')
export const PauseIcon = icon('M8 5v14M16 5v14')
export const PlayIcon = icon('M7 5l12 7-12 7Z')
