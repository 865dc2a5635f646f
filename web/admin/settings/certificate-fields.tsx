import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { type AdminSettings, settingsLimits as limits } from '#contract/settings.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/localized-field.tsx'
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
