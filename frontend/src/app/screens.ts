import { paths } from '@/shared/lib/paths'
import type { Screen } from '@/shared/lib/screens'
import {
  CheckIcon,
  CompanyIcon,
  DepartmentIcon,
  HistoryIcon,
  HomeIcon,
  ListIcon,
  LockIcon,
  SettingsIcon,
  SubstanceIcon,
  TagIcon,
  UploadIcon,
  UserIcon,
  WarningIcon,
} from '@/shared/ui/icons/icons'

/**
 * All screens (specification, section 2), in the order of the menus. A new screen is a path in `paths`, its
 * name in the texts `screens`, and a row here: its route, guard, links, title and entry in the command
 * palette follow.
 */
const rows: readonly Omit<Screen, 'path' | 'title'>[] = [
  {
    name: 'login',
    audience: 'loggedOut',
    load: async () => (await import('@/features/auth/LoginPage')).LoginPage,
  },
  {
    name: 'loginVerify',
    audience: 'loggedOut',
    load: async () => (await import('@/features/auth/VerifyPage')).VerifyPage,
  },
  {
    name: 'samlLogin',
    audience: 'loggedOut',
    load: async () => (await import('@/features/saml/SamlLoginPage')).SamlLoginPage,
  },
  {
    name: 'samlCallback',
    audience: 'loggedOut',
    load: async () => (await import('@/features/saml/SamlCallbackPage')).SamlCallbackPage,
  },
  {
    name: 'samlComplete',
    audience: 'loggedOut',
    load: async () => (await import('@/features/saml/SamlCompletePage')).SamlCompletePage,
  },
  {
    name: 'samlError',
    audience: 'loggedOut',
    load: async () => (await import('@/features/saml/SamlErrorPage')).SamlErrorPage,
  },
  {
    name: 'signup',
    audience: 'loggedOut',
    load: async () => (await import('@/features/auth/SignupPage')).SignupPage,
  },
  {
    name: 'signupActivation',
    audience: 'everyone',
    load: async () => (await import('@/features/auth/ActivationPage')).ActivationPage,
  },
  {
    name: 'signupComplete',
    audience: 'everyone',
    load: async () => (await import('@/features/auth/SignupCompletePage')).SignupCompletePage,
  },
  {
    name: 'passwordRecovery',
    audience: 'everyone',
    load: async () => (await import('@/features/auth/PasswordRecoveryPage')).PasswordRecoveryPage,
  },
  {
    name: 'resetPassword',
    audience: 'everyone',
    load: async () => (await import('@/features/auth/ResetPasswordPage')).ResetPasswordPage,
  },
  {
    name: 'privacyPolicy',
    audience: 'everyone',
    load: async () => (await import('@/features/public/PrivacyPolicyPage')).PrivacyPolicyPage,
  },
  {
    name: 'terms',
    audience: 'everyone',
    load: async () => (await import('@/features/public/TermsPage')).TermsPage,
  },
  {
    name: 'unregister',
    audience: 'everyone',
    load: async () => (await import('@/features/public/UnregisterPage')).UnregisterPage,
  },
  {
    name: 'contact',
    audience: 'everyone',
    load: async () => (await import('@/features/public/ContactPage')).ContactPage,
  },
  {
    name: 'home',
    audience: 'loggedIn',
    icon: HomeIcon,
    load: async () => (await import('@/features/home/HomePage')).HomePage,
  },
  {
    name: 'sdsList',
    audience: 'loggedIn',
    menus: ['bar'],
    icon: ListIcon,
    opensSheets: true,
    load: async () => {
      const { SheetListPage, readListAhead } = await import('@/features/sheets/SheetListPage')
      readListAhead()
      return SheetListPage
    },
  },
  {
    name: 'sdsUpload',
    audience: 'loggedIn',
    permissions: ['SDS_UPLOAD'],
    menus: ['bar'],
    icon: UploadIcon,
    opensSheets: true,
    load: async () => (await import('@/features/upload/UploadPage')).UploadPage,
  },
  {
    name: 'sdsErrors',
    audience: 'loggedIn',
    menus: ['bar'],
    icon: WarningIcon,
    opensSheets: true,
    load: async () => (await import('@/features/sheets/SheetErrorsPage')).SheetErrorsPage,
  },
  {
    name: 'checklists',
    audience: 'loggedIn',
    permissions: ['CHECK_LIST_READ'],
    menus: ['bar'],
    icon: CheckIcon,
    load: async () => (await import('@/features/checklists/ChecklistsPage')).ChecklistsPage,
  },
  {
    name: 'checklists',
    below: '/:listId',
    audience: 'loggedIn',
    permissions: ['CHECK_LIST_READ'],
    opensSheets: true,
    load: async () => (await import('@/features/checklists/ChecklistPage')).ChecklistPage,
  },
  {
    name: 'substances',
    audience: 'loggedIn',
    permissions: ['SDS_READ'],
    menus: ['bar'],
    icon: SubstanceIcon,
    load: async () => (await import('@/features/substances/SubstancesPage')).SubstancesPage,
  },
  {
    name: 'substances',
    below: '/:cas',
    audience: 'loggedIn',
    permissions: ['SDS_READ'],
    opensSheets: true,
    load: async () => (await import('@/features/substances/SubstancePage')).SubstancePage,
  },
  {
    name: 'company',
    audience: 'loggedIn',
    menus: ['account', 'company'],
    icon: CompanyIcon,
    load: async () => (await import('@/features/company/CompanyPage')).CompanyPage,
  },
  {
    name: 'companySettings',
    audience: 'loggedIn',
    permissions: ['COMPANY_EDIT'],
    menus: ['account', 'company'],
    icon: SettingsIcon,
    load: async () => (await import('@/features/company/SettingsPage')).SettingsPage,
  },
  {
    name: 'departments',
    audience: 'loggedIn',
    permissions: ['DEPARTMENT_CREATE', 'DEPARTMENT_EDIT', 'DEPARTMENT_DELETE'],
    menus: ['account', 'company'],
    icon: DepartmentIcon,
    load: async () => (await import('@/features/company/DepartmentsPage')).DepartmentsPage,
  },
  {
    name: 'users',
    audience: 'loggedIn',
    permissions: ['USER_EDIT', 'USER_INVITE', 'USER_DELETE'],
    menus: ['account', 'company'],
    icon: UserIcon,
    load: async () => (await import('@/features/users/UsersPage')).UsersPage,
  },
  {
    name: 'tags',
    audience: 'loggedIn',
    permissions: ['TAG_CREATE', 'TAG_EDIT', 'TAG_DELETE'],
    menus: ['account', 'company'],
    icon: TagIcon,
    load: async () => (await import('@/features/company/TagsPage')).TagsPage,
  },
  {
    name: 'periodicExport',
    audience: 'loggedIn',
    permissions: ['COMPANY_EDIT'],
    menus: ['account', 'company'],
    icon: HistoryIcon,
    load: async () => (await import('@/features/company/PeriodicExportPage')).PeriodicExportPage,
  },
  {
    name: 'ipRestriction',
    audience: 'loggedIn',
    permissions: ['ALLOWED_IP_ADDRESS_CREATE', 'ALLOWED_IP_ADDRESS_DELETE'],
    option: 'ip_restriction',
    menus: ['account', 'company'],
    icon: LockIcon,
    load: async () => (await import('@/features/security/AllowListPage')).AllowListPage,
  },
  {
    name: 'samlSetting',
    audience: 'loggedIn',
    permissions: ['COMPANY_EDIT'],
    menus: ['account', 'company'],
    icon: LockIcon,
    load: async () => (await import('@/features/saml/SamlSettingPage')).SamlSettingPage,
  },
  {
    name: 'loginRetention',
    audience: 'loggedIn',
    permissions: ['ALLOWED_IP_ADDRESS_CREATE', 'ALLOWED_IP_ADDRESS_DELETE'],
    menus: ['company'],
    icon: LockIcon,
    load: async () => (await import('@/features/security/RetentionPage')).RetentionPage,
  },
  {
    name: 'userProvisioning',
    audience: 'loggedIn',
    permissions: ['COMPANY_EDIT'],
    option: 'saml',
    menus: ['company'],
    icon: LockIcon,
    load: async () => (await import('@/features/scim/ProvisioningPage')).ProvisioningPage,
  },
  {
    name: 'jobs',
    below: '/:jobId?',
    audience: 'loggedIn',
    menus: ['account'],
    icon: HistoryIcon,
    load: async () => (await import('@/features/jobs/JobsPage')).JobsPage,
  },
  {
    name: 'enrollFactor',
    below: '/:mode',
    audience: 'loggedIn',
    load: async () => (await import('@/features/mfa/EnrollPage')).EnrollPage,
  },
  {
    name: 'myPage',
    audience: 'loggedIn',
    menus: ['account'],
    icon: UserIcon,
    load: async () => (await import('@/features/account/MyPage')).MyPage,
  },
]

export const screens: readonly Screen[] = rows.map(row => ({ ...row, path: paths[row.name], title: `screens.${row.name}` }))
