import { Anchor, NumberInput, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { listCountries } from '#contract/platform/countries.ts'
import { emailsPerMinuteLimits } from '#contract/platform/email-queue.ts'
import type { AdminSettings, SettingsRecord } from '#contract/platform/settings.ts'
import { settingsLimits as limits } from '#contract/platform/settings-limits.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import type { Language } from '#i18n/languages.ts'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import {
  BrandFields,
  CertificateSignerFields,
  PrivacyAndTermsFields,
  ReceiptIssuerAndVatFields,
} from './settings-sections.tsx'

const timeZones = [...Intl.supportedValuesOf('timeZone'), 'UTC']

type Group = 'counters' | 'contact' | 'story' | 'simulator' | 'sessions'

/** Shows the form of the site's settings. A saved change is visible on the site immediately. */
export function SettingsForm({
  record,
  regions,
  onSaved,
}: {
  record: SettingsRecord
  regions: Region[]
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const hasAdministration = useHasPermission('administration')
  const hasFinance = useHasPermission('finance')
  const form = useRecordForm<AdminSettings, SettingsRecord>({
    initialValues: toValues(record).values,
    save: async (values, version) => {
      const {
        sessions,
        scoreLogEmail,
        publishFullNamesOfMinors,
        timeZone,
        receiptIssuer,
        emailsPerMinute,
        // the page of the email queue pauses classes
        pausedEmailClasses: _paused,
        ...others
      } = values
      const allowed = {
        ...others,
        ...(hasAdministration
          ? { sessions, scoreLogEmail, publishFullNamesOfMinors, timeZone, emailsPerMinute }
          : {}),
        ...(hasFinance ? { receiptIssuer } : {}),
      }
      return adminApi.settings.save(allowed, version ?? record.version)
    },
    toFieldErrors: ({ fields }) => fields as Record<string, string>,
    readCurrent: ({ details }) => {
      const current = details.current as SettingsRecord | undefined
      return current && toValues(current)
    },
    toSavedState: toValues,
    onSaved,
  })
  const { values, set } = form
  const errors = form.errors as Record<string, string | undefined>
  const part = <G extends Group>(group: G, change: Partial<AdminSettings[G]>) =>
    set(group, { ...values[group], ...change })
  const line = (
    label: string,
    value: string | null,
    error: string | undefined,
    onChange: (value: string) => void,
    more = {},
  ) => (
    <TextInput
      label={label}
      dir="ltr"
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...more}
    />
  )
  const s = (key: string) => t(`adminContent.settings.${key as 'brand'}`)
  const withRestriction = (hint: string, restriction: string | undefined) =>
    restriction ? `${s(hint)} ${s(restriction)}` : s(hint)
  const differences = (theirs: AdminSettings, mine: AdminSettings) =>
    (Object.keys(mine) as (keyof AdminSettings)[]).flatMap((key) => {
      const [other, own] = [JSON.stringify(theirs[key]), JSON.stringify(mine[key])]
      return other === own ? [] : [{ label: s(sectionOf[key]), theirs: other, mine: own }]
    })
  const { counters, contact, story, simulator, features, sessions } = values
  return (
    <RecordFormPage title={t('adminEntities.settings.many')} form={form} differences={differences}>
      <BrandFields value={values.brand} errors={errors} onChange={(brand) => set('brand', brand)} />
      <FormSection title={s('site')}>
        <LocalizedField
          label={s('siteTitle')}
          limit={limits.title}
          value={values.title}
          errors={both(errors, 'title')}
          onChange={(value) => set('title', value)}
        />
        <LocalizedField
          label={s('siteDescription')}
          limit={limits.description}
          long
          value={values.description}
          errors={both(errors, 'description')}
          onChange={(value) => set('description', value)}
        />
      </FormSection>
      <FormSection title={s('time')}>
        <Select
          label={s('timeZone')}
          description={withRestriction('timeZoneHint', hasAdministration ? undefined : 'administrationOnly')}
          readOnly={!hasAdministration}
          searchable
          allowDeselect={false}
          maw={420}
          data={timeZones.includes(values.timeZone) ? timeZones : [values.timeZone, ...timeZones]}
          value={values.timeZone}
          error={errors.timeZone}
          onChange={(value) => value && set('timeZone', value)}
        />
      </FormSection>
      <FormSection title={s('phones')}>
        <Select
          label={s('phoneCountry')}
          description={s('phoneCountryHint')}
          searchable
          allowDeselect={false}
          maw={420}
          data={listCountries(lang).map(({ code, name }) => ({ value: code, label: name }))}
          value={values.phoneCountry}
          error={errors.phoneCountry}
          onChange={(value) => value && set('phoneCountry', value)}
        />
      </FormSection>
      <FormSection title={s('events')}>
        <Select
          label={s('eventListRegion')}
          description={s('eventListRegionHint')}
          searchable
          allowDeselect={false}
          maw={420}
          data={[
            { value: '', label: t('adminEvents.everywhere') },
            ...listRegionOptions(regions, values.eventListRegion, lang),
          ]}
          value={values.eventListRegion ?? ''}
          error={errors.eventListRegion}
          onChange={(value) => set('eventListRegion', value || null)}
        />
      </FormSection>
      <FormSection title={s('counters')}>
        <Switch
          label={s('showCounters')}
          description={s('showCountersHint')}
          checked={values.showCounters}
          onChange={(event) => set('showCounters', event.currentTarget.checked)}
        />
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          {(['players', 'sessions', 'countries', 'downloads'] as const).map((key) => (
            <div key={key}>
              {line(
                s(key),
                counters[key],
                errors[`counters.${key}`],
                (value) => part('counters', { [key]: value }),
                {
                  maxLength: limits.counter,
                },
              )}
            </div>
          ))}
        </SimpleGrid>
      </FormSection>
      <FormSection title={s('contact')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {line(
            t('adminContent.phone'),
            contact.phone,
            errors['contact.phone'],
            (phone) => part('contact', { phone }),
            { type: 'tel' },
          )}
          {line(
            t('adminContent.email'),
            contact.email,
            errors['contact.email'],
            (email) => part('contact', { email }),
            { type: 'email' },
          )}
        </SimpleGrid>
        <LocalizedField
          label={s('address')}
          limit={limits.address}
          value={contact.address}
          errors={both(errors, 'contact.address')}
          onChange={(address) => part('contact', { address })}
        />
      </FormSection>
      <FormSection title={s('story')}>
        <LocalizedField
          label={s('storyTitle')}
          limit={limits.title}
          value={story.title}
          errors={both(errors, 'story.title')}
          onChange={(title) => part('story', { title })}
        />
        <LocalizedField
          label={s('siteDescription')}
          limit={limits.storyText}
          long
          value={story.text}
          errors={both(errors, 'story.text')}
          onChange={(text) => part('story', { text })}
        />
        <Text size="sm">
          <Anchor component={Link} to="/admin/media" size="sm">
            {s('filesHint')}
          </Anchor>
        </Text>
      </FormSection>
      <FormSection title={s('simulator')}>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {line(
            s('win'),
            simulator.win,
            errors['simulator.win'],
            (value) => part('simulator', { win: value || null }),
            {
              description: s('fileHint'),
            },
          )}
          {line(
            s('mac'),
            simulator.mac,
            errors['simulator.mac'],
            (value) => part('simulator', { mac: value || null }),
            {
              description: s('fileHint'),
            },
          )}
          {line(
            s('version'),
            simulator.version,
            errors['simulator.version'],
            (version) => part('simulator', { version }),
            {
              maxLength: limits.simulatorVersion,
            },
          )}
        </SimpleGrid>
      </FormSection>
      <FormSection title={s('organizers')}>
        {line(s('organizerLink'), values.organizerLink, errors.organizerLink, (value) =>
          set('organizerLink', value),
        )}
      </FormSection>
      <FormSection title={s('features')}>
        {(['registration', 'payment', 'simulator'] as const).map((key) => (
          <Switch
            key={key}
            label={s(key === 'simulator' ? 'simulatorSwitch' : key)}
            checked={features[key]}
            disabled={key === 'payment' && !hasFinance}
            description={key === 'payment' && !hasFinance ? s('financeOnly') : undefined}
            onChange={(event) => set('features', { ...features, [key]: event.currentTarget.checked })}
          />
        ))}
      </FormSection>
      {hasFinance ? (
        <ReceiptIssuerAndVatFields
          value={values.receiptIssuer}
          errors={errors}
          onChange={(receiptIssuer) => set('receiptIssuer', receiptIssuer)}
        />
      ) : null}
      <CertificateSignerFields
        value={values.certificateSigner}
        errors={errors}
        onChange={(certificateSigner) => set('certificateSigner', certificateSigner)}
      />
      <FormSection title={s('results')}>
        {line(
          s('scoreLogEmail'),
          values.scoreLogEmail,
          errors.scoreLogEmail,
          (value) => set('scoreLogEmail', value),
          {
            type: 'email',
            description: withRestriction(
              'scoreLogEmailHint',
              hasAdministration ? undefined : 'administrationOnly',
            ),
            readOnly: !hasAdministration,
            maxLength: limits.email,
            maw: 420,
          },
        )}
        <Switch
          label={s('publishFullNamesOfMinors')}
          description={withRestriction(
            'publishFullNamesOfMinorsHint',
            hasAdministration ? undefined : 'administrationOnly',
          )}
          disabled={!hasAdministration}
          checked={values.publishFullNamesOfMinors}
          onChange={(event) => set('publishFullNamesOfMinors', event.currentTarget.checked)}
        />
      </FormSection>
      {hasAdministration ? (
        <FormSection title={s('emails')}>
          <NumberInput
            label={s('emailsPerMinute')}
            description={t('adminContent.settings.emailsPerMinuteHint', emailsPerMinuteLimits)}
            dir="ltr"
            maw={420}
            min={emailsPerMinuteLimits.min}
            max={emailsPerMinuteLimits.max}
            allowDecimal={false}
            value={values.emailsPerMinute}
            error={errors.emailsPerMinute}
            onChange={(value) => set('emailsPerMinute', Number(value))}
          />
          <Text size="sm">
            <Anchor component={Link} to="/admin/email-queue" size="sm">
              {t('adminStatus.mail.queue')}
            </Anchor>
          </Text>
        </FormSection>
      ) : null}
      <PrivacyAndTermsFields value={values.legal} errors={errors} onChange={(legal) => set('legal', legal)} />
      {hasAdministration ? (
        <FormSection title={s('security')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {(['idleDays', 'adminIdleHours'] as const).map((key) => (
              <NumberInput
                key={key}
                label={s(key)}
                description={s(`${key}Hint`)}
                dir="ltr"
                min={1}
                max={limits[key]}
                allowDecimal={false}
                value={sessions[key]}
                error={errors[`sessions.${key}`]}
                onChange={(value) => part('sessions', { [key]: Number(value) })}
              />
            ))}
          </SimpleGrid>
          {sessionSwitches.map((key) => (
            <Switch
              key={key}
              label={s(key)}
              description={s(`${key}Hint`)}
              checked={sessions[key]}
              onChange={(event) => part('sessions', { [key]: event.currentTarget.checked })}
            />
          ))}
        </FormSection>
      ) : null}
    </RecordFormPage>
  )
}

const sessionSwitches = [
  'requireSecondFactor',
  'allowAdminSignInLinks',
  'confirmPublishedUserChanges',
  'confirmPublishedExports',
] as const

const sectionOf: Record<keyof AdminSettings, string> = {
  title: 'siteTitle',
  description: 'siteDescription',
  counters: 'counters',
  contact: 'contact',
  story: 'story',
  simulator: 'simulator',
  organizerLink: 'organizerLink',
  features: 'features',
  sessions: 'security',
  timeZone: 'timeZone',
  brand: 'brand',
  showCounters: 'showCounters',
  eventListRegion: 'eventListRegion',
  phoneCountry: 'phoneCountry',
  receiptIssuer: 'receipts',
  certificateSigner: 'certificates',
  legal: 'legal',
  scoreLogEmail: 'results',
  publishFullNamesOfMinors: 'results',
  emailsPerMinute: 'emails',
  pausedEmailClasses: 'emails',
  readOnlyMode: 'features',
}

/** Returns the options of all regions, and one of the saved region when it was deleted. */
const listRegionOptions = (regions: readonly Region[], saved: string | null, lang: Language) => {
  const options = regions.map(({ slug, name }) => ({ value: slug, label: name[lang] }))
  return saved === null || regions.some(({ slug }) => slug === saved)
    ? options
    : [...options, { value: saved, label: saved }]
}

const toValues = ({ version, updatedAt: _, ...values }: SettingsRecord) => ({ values, version })
const both = (errors: Record<string, string | undefined>, key: string) => ({
  en: errors[`${key}.en`],
  ar: errors[`${key}.ar`],
})
