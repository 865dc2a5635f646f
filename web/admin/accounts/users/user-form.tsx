import { Alert, Anchor, Checkbox, MultiSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { cleanNumberOrDateToWesternDigits } from '#contract/accounts/identity.ts'
import { type Permission, permissions } from '#contract/accounts/permissions.ts'
import { type Role, roles } from '#contract/accounts/session.ts'
import {
  type Gender,
  passwordLength,
  type UserRecord,
  type UserSubmission,
  userFields,
} from '#contract/accounts/user.ts'
import { listNewlyEmptyRequiredUserFields } from '#contract/accounts/user-rules.ts'
import { type MissionType, missionTypes } from '#contract/event/event.ts'
import { suggestOtherPhoneCountry, toInternationalMobileIfCertain } from '#contract/platform/phone-country.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { type ImageChange, ImagePickerField } from '#web/admin/shared/image-field.tsx'
import { AdminPasswordField } from '#web/admin/shared/text-fields.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import {
  formatUserRole,
  getUserFieldLabel,
  listConflictingUserFields,
  listGenderOptions,
} from '#web/shared/accounts/users/user-texts.ts'
import { findCurrentUserInStaleError, toUserFieldErrors } from '#web/shared/api/admin/users.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { InputWithPhoneCountryQuestion } from '#web/shared/forms/phone-field.tsx'
import { useRootData } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { UserRegistrationAndEraseSection } from './user-details.tsx'

/**
 * The values of the user form. Empty `gender` and `age` mean no answer; an empty `password` keeps the stored
 * one.
 */
type UserFormValues = {
  firstName: string
  lastName: string
  email: string
  phone: string
  gender: string
  age: string
  role: Role
  permissions: readonly Permission[]
  /** The regions to which the user is limited; none for all. */
  regionIds: readonly string[]
  missionType: MissionType
  /** Empty to keep the stored one. */
  nationalId: string
  password: string
  confirm: string
  avatar: ImageChange
}

/** The initial values of a new user: a student of the first level (specification, section 9). */
const emptyUserFormValues: UserFormValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  gender: '',
  age: '',
  role: 'student',
  permissions: [],
  regionIds: [],
  missionType: 0,
  nationalId: '',
  password: '',
  confirm: '',
  avatar: undefined,
}

/** Maps a user to the values of the form. */
const toUserFormValues = (user: UserRecord): UserFormValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone ?? '',
  gender: String(user.gender ?? ''),
  age: String(user.age ?? ''),
  role: user.role,
  permissions: user.permissions,
  regionIds: user.regionIds ?? [],
  missionType: user.missionType,
  nationalId: '',
  password: '',
  confirm: '',
  avatar: undefined,
})

/** Parses an age in years; Arabic digits are allowed. Null for empty text, undefined for an invalid age. */
const parseAge = (typed: string): number | null | undefined => {
  const digits = cleanNumberOrDateToWesternDigits(typed)
  if (digits === '') return null
  return /^\d{1,3}$/.test(digits) && Number(digits) <= userFields.age.max ? Number(digits) : undefined
}

/** Maps the form to the request, without the photo. */
const toUserSubmission = (
  values: UserFormValues,
  edited?: { id: string; version: number },
): UserSubmission => ({
  ...edited,
  firstName: values.firstName,
  lastName: values.lastName,
  email: values.email,
  phone: values.phone,
  gender: values.gender === '' ? null : (Number(values.gender) as Gender),
  age: parseAge(values.age) ?? null,
  role: values.role,
  ...(values.role === 'admin'
    ? {
        permissions: values.permissions,
        regionIds: values.regionIds.length > 0 ? values.regionIds : null,
      }
    : {}),
  missionType: values.missionType,
  ...(values.nationalId.trim() ? { nationalId: values.nationalId.trim() } : {}),
  ...(values.password ? { password: values.password } : {}),
})

/** `regions` are the regions to choose from. */
type Props = { user?: UserRecord; regions: readonly Region[]; onSaved: (user: UserRecord) => void }
/** The fields that the dialog about an edit conflict compares. */
const comparedFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'gender',
  'age',
  'role',
  'missionType',
] as const

/** Shows the form of a new or stored user. */
export function UserForm({ user, regions, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const isAdministrator = useHasPermission('administration')
  const { phoneCountry } = useRootData()
  const own = useSessionUser()?.id === user?.id && user !== undefined
  const check = (values: UserFormValues): FieldErrors<UserFormValues> => {
    const missing = Object.fromEntries(
      listNewlyEmptyRequiredUserFields(values, user).map((field) => [field, t('fieldErrors.required')]),
    )
    if (Object.keys(missing).length > 0) return missing
    if (values.phone !== user?.phone && suggestOtherPhoneCountry(values.phone, phoneCountry))
      return { phone: t('download.decideCountry') }
    if (values.password !== values.confirm) return { confirm: t('messages.passwordMismatch') }
    if (values.password && values.password.length < passwordLength.min)
      return { password: t('fieldErrors.too-short', { limit: passwordLength.min }) }
    return parseAge(values.age) === undefined ? { age: t('fieldErrors.bad-format') } : {}
  }
  const form = useRecordForm<UserFormValues, UserRecord>({
    initialValues: user ? toUserFormValues(user) : emptyUserFormValues,
    validate: check,
    getIncompleteMessage: (found) => found.confirm,
    save: (values, version) =>
      adminApi.users.save(
        toUserSubmission(values, user && { id: user.id, version: version ?? user.version }),
        values.avatar,
      ),
    toFieldErrors: (error) => toUserFieldErrors(error) as FieldErrors<UserFormValues>,
    readCurrent: (error) => {
      const current = findCurrentUserInStaleError(error)
      return current && { values: toUserFormValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toUserFormValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  const savedPhone = toInternationalMobileIfCertain(values.phone, phoneCountry)
  const text = (field: 'firstName' | 'lastName' | 'email' | 'phone' | 'age' | 'nationalId', more: object) => (
    <TextInput
      label={getUserFieldLabel(t, field)}
      autoComplete="off"
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
      {...more}
    />
  )
  const password = (field: 'password' | 'confirm', label: string, more: object = {}) => (
    <AdminPasswordField
      label={label}
      autoComplete="new-password"
      maxLength={passwordLength.max}
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
      {...more}
    />
  )
  const required = { withAsterisk: true, 'aria-required': true }

  return (
    <RecordFormPage
      title={t(user ? 'adminEntities.user.edit' : 'adminEntities.user.new')}
      backTo="/admin/users"
      form={form}
      differences={(theirs, mine) => listConflictingUserFields(t, comparedFields, theirs, mine)}
    >
      {own ? (
        <Alert>
          {t('adminUsers.own')}{' '}
          <Anchor inherit component={Link} underline="always" to="/admin/profile">
            {t('adminUsers.toProfile')}
          </Anchor>
        </Alert>
      ) : null}
      <FormSection title={t('adminUsers.sections.picture')}>
        <ImagePickerField
          label={t('userFields.labels.avatar')}
          width={200}
          height={200}
          kept={user?.avatar ?? null}
          value={values.avatar}
          error={errors.avatar}
          onChange={(value) => set('avatar', value)}
        />
      </FormSection>
      <FormSection title={t('adminUsers.sections.person')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {text('firstName', { dir: 'auto', maxLength: userFields.firstName.maxLength, ...required })}
          {text('lastName', { dir: 'auto', maxLength: userFields.lastName.maxLength })}
          {text('email', {
            type: 'email',
            dir: 'ltr',
            maxLength: userFields.email.maxLength,
            disabled: own,
            ...required,
          })}
          <InputWithPhoneCountryQuestion
            value={values.phone}
            stored={user?.phone}
            onChange={(phone) => set('phone', phone)}
          >
            {text('phone', {
              type: 'tel',
              dir: 'ltr',
              maxLength: userFields.phone.maxLength,
              description: savedPhone
                ? t('userFields.phoneSaved', { number: savedPhone })
                : t('userFields.phoneHint'),
              ...required,
            })}
          </InputWithPhoneCountryQuestion>
          <Select
            label={t('userFields.labels.gender')}
            allowDeselect={false}
            data={[{ value: '', label: t('userFields.notGiven') }, ...listGenderOptions(t)]}
            value={values.gender}
            error={errors.gender}
            onChange={(value) => set('gender', value ?? '')}
          />
          {text('age', {
            dir: 'ltr',
            inputMode: 'numeric',
            ...(user?.birthDate ? { disabled: true, description: t('adminUsers.ageFollows') } : {}),
          })}
          {text('nationalId', {
            dir: 'ltr',
            inputMode: 'numeric',
            maxLength: userFields.nationalId.maxLength,
            description: t(user?.nationalId ? 'adminUsers.nationalIdKept' : 'adminUsers.nationalIdHint', {
              id: user?.nationalId ?? '',
            }),
          })}
        </SimpleGrid>
      </FormSection>
      {user ? <UserRegistrationAndEraseSection user={user} onChanged={() => onSaved(user)} /> : null}
      <FormSection title={t('adminUsers.sections.role')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <ChoiceSelect
            label={t('userFields.labels.role')}
            disabled={own || !isAdministrator}
            choices={roles}
            toLabel={(role) => formatUserRole(t, role, values.gender)}
            value={values.role}
            error={errors.role}
            onChange={(role) => set('role', role)}
          />
          <ChoiceSelect
            label={t('userFields.labels.missionType')}
            choices={missionTypes}
            toLabel={(type) => t(`missionType.${type}`)}
            value={values.missionType}
            error={errors.missionType}
            onChange={(type) => set('missionType', type)}
          />
        </SimpleGrid>
        {values.role === 'admin' ? (
          <MultiSelect
            label={t('userFields.labels.regionIds')}
            description={t(
              values.permissions.includes('administration')
                ? 'adminUsers.regionsNotForAdministration'
                : 'adminUsers.regionsHint',
            )}
            placeholder={values.regionIds.length === 0 ? t('adminUsers.allRegions') : ''}
            // a limit that was chosen before can be removed
            disabled={
              own ||
              !isAdministrator ||
              (values.permissions.includes('administration') && values.regionIds.length === 0)
            }
            searchable
            clearable
            data={[
              ...regions.map(({ id, name }) => ({ value: id, label: name[i18n.language] })),
              ...(user?.regionIds ?? [])
                .filter((id) => !regions.some((region) => region.id === id))
                .map((id) => ({ value: id, label: t('adminUsers.unlistedRegion') })),
            ]}
            value={[...values.regionIds]}
            error={errors.regionIds}
            onChange={(value) => set('regionIds', value)}
          />
        ) : null}
        {values.role === 'admin' ? (
          <Checkbox.Group
            label={t('userFields.labels.permissions')}
            description={t('adminUsers.permissionsHint')}
            value={[...values.permissions]}
            error={errors.permissions}
            onChange={(value) => set('permissions', value as Permission[])}
          >
            <Stack gap="xs" mt="xs">
              {permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  value={permission}
                  disabled={own || !isAdministrator}
                  label={t(`userFields.options.permissions.${permission}`)}
                  description={t(`adminUsers.permissionHints.${permission}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        ) : null}
      </FormSection>
      {own ? null : (
        <FormSection title={t('adminUsers.sections.password')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {password('password', t('adminUsers.newPassword'), {
              description: t(user ? 'adminUsers.passwordEditHint' : 'adminUsers.passwordHint', {
                min: passwordLength.min,
              }),
            })}
            {password('confirm', t('adminUsers.confirm'))}
          </SimpleGrid>
        </FormSection>
      )}
    </RecordFormPage>
  )
}
