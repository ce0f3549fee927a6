// Generated from openapi.json by scripts/rules.mjs (npm run api:types): the rules of request bodies.

export const Activation = {
  password: {"maxLength":256},
  token: {"required":true,"minLength":1,"maxLength":200},
} as const

export const AllowAttachmentsInputBody = {
  files: {"required":true,"maxItems":50},
} as const

export const AttachInputBody = {
  attachment_ids: {"required":true,"maxItems":50},
} as const

export const BulkEdit = {
  add_assignees: {"maxItems":100},
  add_departments: {"maxItems":100},
  add_tags: {"maxItems":100},
  exclude_ids: {"maxItems":1000},
  expected_count: {"minimum":0},
  remove_assignees: {"maxItems":100},
  remove_departments: {"maxItems":100},
  remove_tags: {"maxItems":100},
  sds_ids: {"maxItems":1000},
} as const

export const ChecklistExportBody = {
  charset: {"enum":["utf-8","shift_jis"]},
  format: {"enum":["csv","xlsx"]},
  judgement: {"maxItems":4,"items":{"enum":["applies","does_not_apply","on_hold","none"]}},
  language: {"enum":["ja","en"]},
  order_by_created_at: {"enum":["asc","desc"]},
  order_by_name: {"enum":["asc","desc"]},
  order_by_revised_at: {"enum":["asc","desc"]},
  order_by_updated_at: {"enum":["asc","desc"]},
  q: {"maxLength":200},
  verdict: {"maxItems":5,"items":{"enum":["applies","requires_context","scheduled","unknown","below_threshold"]}},
} as const

export const ChecklistIDs = {
  dynamic_list_ids: {"required":true,"maxItems":30},
} as const

export const ChecklistRequest = {
  company_name: {"required":true,"minLength":1,"maxLength":100},
  description: {"maxLength":1000},
  law_regulation_text: {"required":true,"minLength":1,"maxLength":4000},
  title: {"required":true,"minLength":1,"maxLength":100},
} as const

export const Choice = {
  exclude_ids: {"maxItems":5000},
  expected_count: {"minimum":0},
  sds_ids: {"maxItems":5000},
} as const

export const Code = {
  code: {"required":true,"maxLength":6,"pattern":"^[0-9]{6}$"},
} as const

export const CompanyChange = {
  name: {"maxLength":100},
  phone: {"maxLength":30},
} as const

export const CompanySettings = {
  audit_retention_years: {"minimum":1,"maximum":10},
  sds_expiration_years: {"minimum":1,"maximum":10},
  sds_revision_copy_fields: {"maxItems":5,"items":{"enum":["departments","note","product_code_list","sds_assignees","tags"]}},
  second_factor_grace_days: {"enum":[0,7,14,30]},
  second_factor_rule: {"enum":["optional","administrators","everyone"]},
  session_idle_hours: {"enum":[1,4,12,24,72]},
} as const

export const Confirmation = {
  name: {"required":true,"minLength":1,"maxLength":100},
} as const

export const CreateSimplesBody = {
  exclude_ids: {"maxItems":1000},
  language: {"enum":["ja","en"]},
  order: {"enum":["asc","desc"]},
  order_by: {"enum":["created_at","revised_at","name","status","assessed_at","supplier_confirmed_at"]},
  sds_ids: {"maxItems":1000},
  version: {"required":true,"enum":[2,3]},
} as const

export const Definition = {
  dbt_types: {"required":true,"maxItems":2,"items":{"enum":["laws","substances"]}},
  description: {"maxLength":1000},
  extraction_targets: {"required":true,"maxItems":2,"items":{"enum":["composition","section_15"]}},
  law_ids: {"maxItems":500},
  law_regulation_ids: {"maxItems":500},
  regulation_ids: {"maxItems":500},
  substances: {"maxItems":500},
  title: {"required":true,"minLength":1,"maxLength":100},
} as const

export const DepartmentName = {
  name: {"required":true,"minLength":1,"maxLength":50},
} as const

export const DismissInputBody = {
  sds_ids: {"required":true,"maxItems":50},
} as const

export const EditInputBody = {
  assessed_at: {"pattern":"^(\\d{4}-\\d{2}-\\d{2})?$"},
  assignee_id_list: {"maxItems":100},
  department_id_list: {"maxItems":100},
  fields: {"maxItems":500},
  name: {"maxLength":200},
  note: {"maxLength":4000},
  supplier_confirmed_at: {"pattern":"^(\\d{4}-\\d{2}-\\d{2})?$"},
  tag_id_list: {"maxItems":100},
} as const

export const EmailAddress = {
  email: {"required":true,"minLength":1,"maxLength":128},
} as const

export const ExportBody = {
  columns: {"maxItems":300},
  encoding: {"enum":["utf-8","shift_jis"]},
  exclude_ids: {"maxItems":1000},
  format: {"enum":["csv","xlsx"]},
  language: {"enum":["ja","en"]},
  operation: {"maxLength":40},
  order: {"enum":["asc","desc"]},
  order_by: {"enum":["created_at","revised_at","name","status","assessed_at","supplier_confirmed_at"]},
  sds_ids: {"maxItems":1000},
} as const

export const FieldEdit = {
  action: {"required":true,"enum":["edit","delete","restore","confirm","add"]},
  id: {"required":true,"maxLength":200},
  section: {"required":true,"minimum":1,"maximum":16},
} as const

export const FileToSend = {
  name: {"required":true,"minLength":1,"maxLength":255},
  sha256: {"pattern":"^[0-9a-f]{64}$"},
  size: {"required":true},
} as const

export const Filters = {
  assignee_id: {"maxItems":100},
  assignee_id_not: {"maxItems":100},
  boiling_point_from: {"pattern":"^-?[0-9]{1,4}(\\.[0-9]{1,3})?$"},
  boiling_point_to: {"pattern":"^-?[0-9]{1,4}(\\.[0-9]{1,3})?$"},
  cas_number: {"maxItems":100},
  cas_number_not: {"maxItems":100},
  composition_type: {"maxItems":4},
  concentration_from: {"pattern":"^[0-9]{1,3}(\\.[0-9]{1,9})?$"},
  concentration_to: {"pattern":"^[0-9]{1,3}(\\.[0-9]{1,9})?$"},
  created_from: {"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$"},
  created_to: {"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$"},
  department_id: {"maxItems":100},
  department_id_not: {"maxItems":100},
  duty: {"maxItems":50},
  duty_not: {"maxItems":50},
  dynamic_list_id: {"maxItems":50},
  dynamic_list_id_not: {"maxItems":50},
  exposure_authority: {"maxItems":50},
  exposure_authority_not: {"maxItems":50},
  flash_point_from: {"pattern":"^-?[0-9]{1,4}(\\.[0-9]{1,3})?$"},
  flash_point_to: {"pattern":"^-?[0-9]{1,4}(\\.[0-9]{1,3})?$"},
  ghs_category: {"maxItems":100},
  ghs_category_not: {"maxItems":100},
  ghs_class: {"maxItems":40},
  ghs_class_not: {"maxItems":40},
  h_code: {"maxItems":100},
  h_code_not: {"maxItems":100},
  has_attachments: {"enum":["true","false"]},
  has_deleted_items: {"enum":["true","false"]},
  has_findings: {"enum":["true","false"]},
  has_unreviewed: {"enum":["true","false"]},
  ids: {"maxItems":100},
  language_id: {"maxItems":3},
  language_id_not: {"maxItems":3},
  law: {"maxItems":50},
  law_change: {"maxItems":50},
  law_name: {"maxItems":50},
  law_name_not: {"maxItems":50},
  law_not: {"maxItems":50},
  manufacturer: {"maxItems":20},
  manufacturer_not: {"maxItems":20},
  name: {"maxItems":20},
  name_not: {"maxItems":20},
  note: {"maxItems":20},
  note_not: {"maxItems":20},
  packing_group: {"maxItems":3,"items":{"enum":["I","II","III"]}},
  packing_group_not: {"maxItems":3,"items":{"enum":["I","II","III"]}},
  ph_from: {"pattern":"^-?[0-9]{1,2}(\\.[0-9]{1,3})?$"},
  ph_to: {"pattern":"^-?[0-9]{1,2}(\\.[0-9]{1,3})?$"},
  pictogram: {"maxItems":9,"items":{"enum":["GHS01","GHS02","GHS03","GHS04","GHS05","GHS06","GHS07","GHS08","GHS09"]}},
  pictogram_not: {"maxItems":9,"items":{"enum":["GHS01","GHS02","GHS03","GHS04","GHS05","GHS06","GHS07","GHS08","GHS09"]}},
  product_code: {"maxItems":20},
  product_code_not: {"maxItems":20},
  product_name: {"maxItems":20},
  product_name_not: {"maxItems":20},
  regulation: {"maxItems":100},
  regulation_not: {"maxItems":100},
  revision_status: {"maxItems":5,"items":{"enum":["OLD","NEED_REVISION","REVISED","SUPPLIER_CONFIRMED"]}},
  revision_status_not: {"maxItems":5,"items":{"enum":["OLD","NEED_REVISION","REVISED","SUPPLIER_CONFIRMED"]}},
  signal_word: {"maxItems":3,"items":{"enum":["danger","warning","none"]}},
  signal_word_not: {"maxItems":3,"items":{"enum":["danger","warning","none"]}},
  source_type: {"maxItems":2},
  state: {"maxItems":3,"items":{"enum":["solid","liquid","gas"]}},
  state_not: {"maxItems":3,"items":{"enum":["solid","liquid","gas"]}},
  status_group: {"maxItems":6,"items":{"enum":["pre_analysis","analyzing","completed","impossible","reconfirmation","check"]}},
  status_group_not: {"maxItems":6,"items":{"enum":["pre_analysis","analyzing","completed","impossible","reconfirmation","check"]}},
  substance_name: {"maxItems":20},
  substance_name_not: {"maxItems":20},
  supplier: {"maxItems":20},
  supplier_not: {"maxItems":20},
  tag_id: {"maxItems":100},
  tag_id_not: {"maxItems":100},
  text: {"maxLength":200},
  transport_class: {"maxItems":30},
  transport_class_not: {"maxItems":30},
  un_number: {"maxItems":50},
  un_number_not: {"maxItems":50},
  updated_from: {"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$"},
  updated_to: {"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$"},
} as const

export const ImportInputBody = {
  department_id_list: {"required":true,"maxItems":100},
  document: {"required":true},
  name: {"maxLength":200},
} as const

export const Inquiry = {
  company_name: {"required":true,"minLength":1,"maxLength":100},
  email: {"required":true,"minLength":1,"maxLength":128},
  message: {"required":true,"minLength":1,"maxLength":4000},
  name: {"required":true,"minLength":1,"maxLength":100},
  phone: {"maxLength":30},
} as const

export const JoinInputBody = {
  older_id: {"required":true},
} as const

export const JudgeAllInputBody = {
  judgement: {"enum":["","applies","does_not_apply","on_hold"]},
  note: {"maxLength":2000},
  sheets: {"required":true,"maxItems":100},
} as const

export const LanguageChoice = {
  locale: {"required":true,"enum":["ja-JP","en-US","ja","en"]},
} as const

export const LinkInputBody = {
  name: {"required":true,"minLength":1,"maxLength":255},
  size: {"required":true,"minimum":1},
} as const

export const LinkSecret = {
  token: {"required":true,"minLength":1,"maxLength":200},
} as const

export const LinksInputBody = {
  files: {"required":true,"maxItems":50},
} as const

export const NewEntry = {
  ip_address: {"required":true,"minLength":1,"maxLength":60},
  name: {"maxLength":50},
} as const

export const NewPasskey = {
  credential: {"required":true},
  name: {"required":true,"minLength":1,"maxLength":50},
} as const

export const NewPassword = {
  known: {"maxItems":10},
  password: {"required":true,"maxLength":256},
  token: {"maxLength":200},
} as const

export const NewProvisioningToken = {
  name: {"required":true,"minLength":1,"maxLength":50},
} as const

export const NewSetting = {
  cc_recipient_ids: {"maxItems":10},
  character_code: {"enum":["utf-8","shift_jis"]},
  columns: {"maxItems":300},
  export_date: {"enum":["1","5","10","15","20","25","last"]},
  format: {"required":true,"enum":["csv","xlsx"]},
  frequency: {"required":true,"enum":["daily","weekly","monthly"]},
  language: {"enum":["ja","en"]},
  name: {"required":true,"minLength":1,"maxLength":48},
  recipient_id: {"required":true},
  type: {"required":true,"enum":["sheets","ingredients","exposure_limits","classifications","laws","duties"]},
  weekday: {"enum":["sunday","monday","tuesday","wednesday","thursday","friday","saturday"]},
} as const

export const NewSheet = {
  name: {"maxLength":200},
  upload_id: {"required":true},
} as const

export const NewerFile = {
  name: {"maxLength":200},
  sds_id: {"required":true},
  upload_id: {"required":true},
} as const

export const PasskeyName = {
  name: {"required":true,"minLength":1,"maxLength":50},
} as const

export const Password = {
  password: {"required":true,"minLength":1,"maxLength":256},
} as const

export const PasswordChange = {
  new_password: {"required":true,"minLength":1,"maxLength":256},
  password: {"required":true,"minLength":1,"maxLength":256},
} as const

export const PasswordReset = {
  new_password: {"required":true,"minLength":1,"maxLength":256},
  token: {"required":true,"minLength":1,"maxLength":200},
} as const

export const PatchInputBody = {
  upload_id: {"maxLength":40},
} as const

export const PhoneNumber = {
  phone: {"required":true,"minLength":1,"maxLength":30},
} as const

export const Preference = {
  method: {"enum":["totp","phone_code"]},
} as const

export const PreviewBody = {
  dbt_types: {"required":true,"maxItems":2,"items":{"enum":["laws","substances"]}},
  description: {"maxLength":1000},
  extraction_targets: {"required":true,"maxItems":2,"items":{"enum":["composition","section_15"]}},
  law_ids: {"maxItems":500},
  law_regulation_ids: {"maxItems":500},
  regulation_ids: {"maxItems":500},
  substances: {"maxItems":500},
  title: {"required":true,"minLength":1,"maxLength":100},
} as const

export const ProfileChange = {
  first_name: {"maxLength":46},
  last_name: {"maxLength":46},
  middle_name: {"maxLength":46},
  phone: {"maxLength":30},
  position: {"maxLength":50},
} as const

export const Quantity = {
  high_op: {"enum":["=","<=","<"]},
  low_op: {"enum":["=",">=",">"]},
  unit: {"maxLength":40},
} as const

export const Quotation = {
  company_name: {"required":true,"minLength":1,"maxLength":100},
  email: {"required":true,"minLength":1,"maxLength":128},
  message: {"maxLength":4000},
  name: {"required":true,"minLength":1,"maxLength":100},
  options: {"maxItems":7,"items":{"enum":["change_history","ip_restriction","saml","checklists","bulk_download","periodic_export","attachments"]}},
  phone: {"maxLength":30},
  sds_count: {"required":true,"minimum":1,"maximum":10000000},
  user_count: {"minimum":1,"maximum":1000000},
} as const

export const ReanalyzeAllInputBody = {
  comment: {"maxLength":2000},
  exclude_ids: {"maxItems":5000},
  expected_count: {"minimum":0},
  sds_ids: {"maxItems":5000},
} as const

export const ReanalyzeInputBody = {
  comment: {"maxLength":2000},
} as const

export const ReconfirmInputBody = {
  action: {"required":true,"enum":["send","resume"]},
  comment: {"maxLength":2000},
  first_page: {"minimum":1,"maximum":10000},
  language_id: {"enum":[16,44]},
  last_page: {"minimum":1,"maximum":10000},
} as const

export const RecoveryCode = {
  code: {"required":true,"minLength":1,"maxLength":60},
} as const

export const Redefinition = {
  dbt_types: {"maxItems":2,"items":{"enum":["laws","substances"]}},
  description: {"maxLength":1000},
  extraction_targets: {"maxItems":2,"items":{"enum":["composition","section_15"]}},
  law_ids: {"maxItems":500},
  law_regulation_ids: {"maxItems":500},
  regulation_ids: {"maxItems":500},
  state: {"enum":["requested","in_preparation"]},
  substances: {"maxItems":500},
  title: {"required":true,"minLength":1,"maxLength":100},
} as const

export const RegisterInputBody = {
  department_id_list: {"required":true,"maxItems":100},
  sds_list: {"required":true,"maxItems":50},
} as const

export const RestoreAllInputBody = {
  exclude_ids: {"maxItems":5000},
  expected_count: {"minimum":0},
  filter: {"required":true},
} as const

export const RestoreInputBody = {
  sds_ids: {"required":true,"maxItems":500},
} as const

export const Review = {
  judgement: {"required":true,"enum":["","applies","does_not_apply","on_hold"]},
  note: {"maxLength":2000},
} as const

export const ReviewedSheet = {
  id: {"required":true},
  version: {"required":true,"minimum":0},
} as const

export const ReviseInputBody = {
  department_id_list: {"maxItems":100},
  sds_list: {"required":true,"maxItems":50},
} as const

export const SAMLSetting = {
  mail_domains: {"required":true,"maxItems":10},
  metadata: {"maxLength":524288},
  passwords: {"enum":["allow","refuse"]},
  sign_ins: {"enum":["allow","refuse"]},
  unknown_users: {"enum":["refuse","create"]},
} as const

export const SearchChange = {
  columns: {"maxItems":60},
  criteria: {"maxLength":8000},
  name: {"required":true,"minLength":1,"maxLength":48},
} as const

export const SearchToSave = {
  columns: {"maxItems":60},
  criteria: {"required":true,"maxLength":8000},
  name: {"required":true,"minLength":1,"maxLength":48},
} as const

export const SettingChange = {
  cc_recipient_ids: {"maxItems":10},
  character_code: {"enum":["utf-8","shift_jis"]},
  columns: {"maxItems":300},
  export_date: {"enum":["1","5","10","15","20","25","last"]},
  format: {"enum":["csv","xlsx"]},
  frequency: {"enum":["daily","weekly","monthly"]},
  language: {"enum":["ja","en"]},
  name: {"minLength":1,"maxLength":48},
  type: {"enum":["sheets","ingredients","exposure_limits","classifications","laws","duties"]},
  weekday: {"enum":["sunday","monday","tuesday","wednesday","thursday","friday","saturday"]},
} as const

export const SignOutRequest = {
  scope: {"required":true,"enum":["here","others","everywhere","session"]},
  session: {"maxLength":64,"pattern":"^[A-Za-z0-9_-]{1,64}$"},
} as const

export const SignUpRequest = {
  company_name: {"required":true,"minLength":1,"maxLength":100},
  email: {"required":true,"minLength":1,"maxLength":128},
  first_name: {"required":true,"minLength":1,"maxLength":46},
  last_name: {"required":true,"minLength":1,"maxLength":46},
  locale: {"required":true,"enum":["ja-JP","en-US","ja","en"]},
  phone: {"maxLength":30},
} as const

export const TagName = {
  name: {"required":true,"minLength":1,"maxLength":45},
} as const

export const UserChange = {
  department_id_list: {"maxItems":50},
  first_name: {"maxLength":46},
  last_name: {"maxLength":46},
  middle_name: {"maxLength":46},
  phone: {"maxLength":30},
  position: {"maxLength":50},
  role_id: {"enum":[0,1,90,100]},
} as const

export const UserInvitation = {
  department_id_list: {"maxItems":50},
  email: {"required":true,"minLength":1,"maxLength":128},
  first_name: {"required":true,"minLength":1,"maxLength":46},
  last_name: {"required":true,"minLength":1,"maxLength":46},
  locale: {"enum":["ja-JP","en-US","ja","en"]},
  middle_name: {"maxLength":46},
  phone: {"maxLength":30},
  position: {"maxLength":50},
  role_id: {"required":true,"enum":[0,1,90,100]},
} as const

export const Value = {
  kind: {"required":true,"enum":["text","date","quantity","list","choice","flag"]},
  list: {"maxItems":500},
  text: {"maxLength":20000},
} as const

export const WatchedSubstance = {
  cas: {"required":true,"minLength":5,"maxLength":20},
  name: {"maxLength":200},
  operator: {"enum":[">=",">"]},
  threshold: {"required":true,"minimum":0,"maximum":100},
} as const
