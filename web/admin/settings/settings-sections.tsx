import { Anchor, Button, Group, NumberInput, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { type AdminSettings, type LegalSettings, settingsLimits as limits } from '#contract/settings.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useTranslation } from '#web/shared/texts.ts'

type Signer = AdminSettings['certificateSigner']
type CertificateFieldsProps = { value: Signer; errors: Record<string, string | undefined>; onChange: (signer: Signer) => void }

/** Shows the fields of who signs certificates: name and title. */
export function CertificateFields({ value, errors, onChange }: CertificateFieldsProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('adminContent.settings.certificates')}>
      {(['name', 'title'] as const).map((field) => (
        <LocalizedField
          key={field}
          label={t(field === 'name' ? 'adminContent.settings.signerName' : 'adminContent.settings.signerTitle')}
          limit={limits.signerText}
          value={value[field]}
          errors={{ en: errors[`certificateSigner.${field}.en`], ar: errors[`certificateSigner.${field}.ar`] }}
          onChange={(text) => onChange({ ...value, [field]: text })}
        />
      ))}
      <Text size="sm">
        <Anchor component={Link} to="/admin/media" size="sm">
          {t('adminContent.settings.signerHint')}
        </Anchor>
      </Text>
    </FormSection>
  )
}

type ReceiptIssuer = AdminSettings['receiptIssuer']
type ReceiptFieldsProps = { value: ReceiptIssuer; errors: Record<string, string | undefined>; onChange: (issuer: ReceiptIssuer) => void }

/** Shows the fields of the receipts of payments: name of the issuer, VAT number and rate. */
export function ReceiptFields({ value, errors, onChange }: ReceiptFieldsProps) {
  const { t } = useTranslation()
  const change = (part: Partial<ReceiptIssuer>) => onChange({ ...value, ...part })
  return (
    <FormSection title={t('adminContent.settings.receipts')}>
      <LocalizedField
        label={t('adminContent.settings.issuerName')}
        limit={limits.issuerName}
        value={value.name}
        errors={{ en: errors['receiptIssuer.name.en'], ar: errors['receiptIssuer.name.ar'] }}
        onChange={(name) => change({ name })}
      />
      <Text size="sm" c="dimmed">
        {t('adminContent.settings.issuerNameHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('adminContent.settings.vatNumber')}
          dir="ltr"
          value={value.vatNumber}
          error={errors['receiptIssuer.vatNumber']}
          onChange={(event) => change({ vatNumber: event.currentTarget.value })}
          description={t('adminContent.settings.vatNumberHint')}
          maxLength={limits.vatNumber}
        />
        <NumberInput
          label={t('adminContent.settings.vatPercent')}
          description={t('adminContent.settings.vatPercentHint')}
          dir="ltr"
          min={0}
          max={100}
          decimalScale={2}
          value={value.vatPercent ?? ''}
          error={errors['receiptIssuer.vatPercent']}
          onChange={(percent) => change({ vatPercent: percent === '' ? null : Number(percent) })}
        />
      </SimpleGrid>
    </FormSection>
  )
}

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
