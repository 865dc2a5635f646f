import { requiredUserFields, type UserCsvField, userCsvFields, userFields } from '#contract/user.ts'
import { common as arCommon } from '#i18n/ar/common.ts'
import { userFields as arLabels } from '#i18n/ar/user-fields.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import { userFields as enLabels } from '#i18n/en/user-fields.ts'
import {
  buildGenderImportOptions,
  buildImportColumnOptions,
  buildImportColumnTitles,
  importColumnTexts,
  missionTypeSpellings,
  yesNoOptions,
} from '#server/http/import-column-titles.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import type { UserColumn, UserImportColumns } from './import.ts'

const { en, ar } = importColumnTexts
const details: Partial<Record<UserCsvField, Partial<ImportColumn>>> = {
  email: { format: 'email' },
  phone: { format: 'phone' },
  gender: { options: buildGenderImportOptions({ en: enLabels.options.gender, ar: arLabels.options.gender }) },
  role: {
    options: buildImportColumnOptions({ en: enLabels.options.role, ar: arLabels.options.role }, { student: 'طالبة', coach: 'مدربة' }),
  },
  missionType: { options: buildImportColumnOptions({ en: enCommon.missionType, ar: arCommon.missionType }, missionTypeSpellings) },
  active: { options: yesNoOptions },
}
/** The columns of our own file that an import does not set. */
const ignored = new Set(['id', 'last_sign_in_at', 'created_at'])

/** The columns of a file of users. */
export const userImportColumns: UserImportColumns = {
  columns: userCsvFields.map(
    (field): ImportColumn<UserColumn> => ({
      ...buildImportColumnTitles({ en: enLabels.labels[field], ar: arLabels.labels[field] }, { en: en.user[field], ar: ar.user[field] }),
      ...details[field],
      name: userFields[field].column,
      required: requiredUserFields.some((each) => each === field),
    }),
  ),
  isIgnored: (header) => ignored.has(header),
}
