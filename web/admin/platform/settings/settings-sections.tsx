import { Anchor, Button, Group, NumberInput, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import {
  accentBackgrounds,
  darkButtonTextColor,
  findLowContrastScheme,
  isHexColor,
  toDarkSchemeAccent,
} from '#contract/platform/accent-color.ts'
import {
  type AdminSettings,
  type Brand,
  type LegalSettings,
  standardAccentColor,
} from '#contract/platform/settings.ts'
import { settingsLimits as limits } from '#contract/platform/settings-limits.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useTranslation } from '#web/shared/texts.ts'

type BrandFieldsProps = {
  value: Brand
  errors: Record<string, string | undefined>
  onChange: (brand: Brand) => void
}

/** Shows a link and a button in the accent colour of both schemes. */
function AccentColorSamples({ accentColor }: { accentColor: string }) {
  const { t } = useTranslation()
  const samples = [
    {
      label: 'accentColorLight',
      color: accentColor,
      background: accentBackgrounds.light,
      buttonText: 'var(--white)',
    },
    {
      label: 'accentColorDark',
      color: toDarkSchemeAccent(accentColor),
      background: accentBackgrounds.dark,
      buttonText: darkButtonTextColor,
    },
  ] as const
  return (
    <Group gap="sm">
      {samples.map(({ label, color, background, buttonText }) => (
        <Group key={label} gap="sm" px="md" py="xs" bg={background} style={{ borderRadius: 'var(--radius)' }}>
          <Text size="sm" c={color}>
            {t(`adminContent.settings.${label}`)}
          </Text>
          <Text
            size="sm"
            px="sm"
            py={4}
            bg={color}
            c={buttonText}
            style={{ borderRadius: 'var(--radius-md)' }}
          >
            {t('adminContent.settings.accentColorSample')}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

/** Shows the fields of the brand: name, accent colour with a sample in both schemes, and texts. */
export function BrandFields({ value, errors, onChange }: BrandFieldsProps) {
  const { t } = useTranslation()
  const change = (part: Partial<Brand>) => onChange({ ...value, ...part })
  const { accentColor } = value
  const lowContrastScheme = accentColor && isHexColor(accentColor) ? findLowContrastScheme(accentColor) : null
  const both = (key: string) => ({ en: errors[`brand.${key}.en`], ar: errors[`brand.${key}.ar`] })
  return (
    <FormSection title={t('adminContent.settings.brand')}>
      <LocalizedField
        label={t('adminContent.settings.siteName')}
        limit={limits.siteName}
        value={value.name}
        errors={both('name')}
        onChange={(name) => change({ name })}
      />
      <Text size="sm" c="dimmed">
        {t('adminContent.settings.siteNameHint')}
      </Text>
      <TextInput
        label={t('adminContent.settings.accentColor')}
        description={t('adminContent.settings.accentColorHint')}
        dir="ltr"
        maw={420}
        placeholder={standardAccentColor}
        value={accentColor ?? ''}
        error={
          errors['brand.accentColor'] ??
          (lowContrastScheme ? t(`fieldErrors.low-contrast-${lowContrastScheme}`) : undefined)
        }
        onChange={(event) => change({ accentColor: event.currentTarget.value || null })}
        rightSectionWidth={52}
        rightSection={
          <input
            type="color"
            aria-label={t('adminContent.settings.accentColorPicker')}
            value={accentColor && isHexColor(accentColor) ? accentColor : standardAccentColor}
            onChange={(event) => change({ accentColor: event.currentTarget.value })}
          />
        }
      />
      {accentColor && isHexColor(accentColor) && !lowContrastScheme ? (
        <AccentColorSamples accentColor={accentColor} />
      ) : null}
      <LocalizedField
        label={t('adminContent.settings.tagline')}
        limit={limits.tagline}
        value={value.tagline}
        errors={both('tagline')}
        onChange={(tagline) => change({ tagline })}
      />
      <LocalizedField
        label={t('adminContent.settings.about')}
        limit={limits.description}
        long
        value={value.about}
        errors={both('about')}
        onChange={(about) => change({ about })}
      />
      <Text size="sm" c="dimmed">
        {t('adminContent.settings.standardTextHint')}
      </Text>
      <Text size="sm">
        <Anchor component={Link} to="/admin/media" size="sm">
          {t('adminContent.settings.logoLink')}
        </Anchor>
      </Text>
    </FormSection>
  )
}

type Signer = AdminSettings['certificateSigner']
type CertificateFieldsProps = {
  value: Signer
  errors: Record<string, string | undefined>
  onChange: (signer: Signer) => void
}

/** Shows the fields of who signs certificates: name and title. */
export function CertificateSignerFields({ value, errors, onChange }: CertificateFieldsProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('adminContent.settings.certificates')}>
      {(['name', 'title'] as const).map((field) => (
        <LocalizedField
          key={field}
          label={t(
            field === 'name' ? 'adminContent.settings.signerName' : 'adminContent.settings.signerTitle',
          )}
          limit={limits.signerText}
          value={value[field]}
          errors={{
            en: errors[`certificateSigner.${field}.en`],
            ar: errors[`certificateSigner.${field}.ar`],
          }}
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
type ReceiptFieldsProps = {
  value: ReceiptIssuer
  errors: Record<string, string | undefined>
  onChange: (issuer: ReceiptIssuer) => void
}

/** Shows the fields of the receipts of payments: name of the issuer, VAT number and rate. */
export function ReceiptIssuerAndVatFields({ value, errors, onChange }: ReceiptFieldsProps) {
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

type LegalFieldsProps = {
  value: LegalSettings
  errors: Record<string, string | undefined>
  onChange: (legal: LegalSettings) => void
}
const legalPages = ['privacy', 'terms'] as const

/** Loads the standard text of a page in both languages. */
const loadStandardText = async (page: (typeof legalPages)[number]) => {
  const [{ legal: en }, { legal: ar }] = await Promise.all([
    import('#i18n/en/legal.ts'),
    import('#i18n/ar/legal.ts'),
  ])
  return { en: en[page], ar: ar[page] }
}

/**
 * Shows the fields of the pages about privacy and terms: texts, data protection officer, and whether an
 * administrator has reviewed the texts.
 */
export function PrivacyAndTermsFields({ value, errors, onChange }: LegalFieldsProps) {
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
              <Button
                variant="default"
                size="xs"
                onClick={() => void loadStandardText(page).then((text) => change({ [page]: text }))}
              >
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
