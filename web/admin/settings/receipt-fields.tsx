import { NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type AdminSettings, settingsLimits as limits } from '#contract/settings.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/localized-field.tsx'
import { useTranslation } from '#web/shared/texts.ts'

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
