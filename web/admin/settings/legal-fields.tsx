import { Anchor, Button, Group, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { type LegalSettings, settingsLimits as limits } from '#contract/settings.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/localized-field.tsx'
import { useTranslation } from '#web/shared/texts.ts'

type LegalFieldsProps = { value: LegalSettings; errors: Record<string, string | undefined>; onChange: (legal: LegalSettings) => void }
const legalPages = ['privacy', 'terms'] as const

/** Loads the standard text of a page in both languages. */
const loadStandardText = async (page: (typeof legalPages)[number]) => {
  const [{ legal: en }, { legal: ar }] = await Promise.all([import('#i18n/en/legal.ts'), import('#i18n/ar/legal.ts')])
  return { en: en[page], ar: ar[page] }
}

/** Shows the fields of the pages about privacy and terms: texts, data protection officer, and whether the organizers have reviewed the texts. */
export function LegalFields({ value, errors, onChange }: LegalFieldsProps) {
  const { t } = useTranslation()
  const change = (part: Partial<LegalSettings>) => onChange({ ...value, ...part })
  const { dataOfficer } = value
  return (
    <FormSection title={t('adminContent.settings.legal')}>
      {legalPages.map((page) => (
        <div key={page}>
          <LocalizedField
            label={t(`footer.${page}`)}
            limit={limits.legalText}
            long
            value={value[page]}
            errors={{ en: errors[`legal.${page}.en`], ar: errors[`legal.${page}.ar`] }}
            onChange={(text) => change({ [page]: text })}
          />
          <Group gap="sm" mt="xs">
            <Text size="sm" c="dimmed">
              {t('adminContent.settings.legalHint')}
            </Text>
            <Anchor href={`/${page}/`} target="_blank" size="sm">
              {t('adminContent.settings.openPage')}
            </Anchor>
            {value[page].en || value[page].ar ? null : (
              <Button variant="default" size="xs" onClick={() => void loadStandardText(page).then((text) => change({ [page]: text }))}>
                {t('adminContent.settings.editStandardText')}
              </Button>
            )}
          </Group>
        </div>
      ))}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('adminContent.settings.officerName')}
          dir="auto"
          maxLength={limits.officerName}
          value={dataOfficer.name}
          error={errors['legal.dataOfficer.name']}
          onChange={(event) => change({ dataOfficer: { ...dataOfficer, name: event.currentTarget.value } })}
        />
        <TextInput
          label={t('adminContent.settings.officerEmail')}
          description={t('adminContent.settings.officerEmailHint')}
          type="email"
          dir="ltr"
          value={dataOfficer.email}
          error={errors['legal.dataOfficer.email']}
          onChange={(event) => change({ dataOfficer: { ...dataOfficer, email: event.currentTarget.value } })}
        />
      </SimpleGrid>
      <Switch
        label={t('adminContent.settings.legalReviewed')}
        checked={value.isReviewed}
        onChange={(event) => change({ isReviewed: event.currentTarget.checked })}
      />
    </FormSection>
  )
}
