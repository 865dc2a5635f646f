import { Anchor, Group, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import {
  accentBackgrounds,
  darkButtonTextColor,
  findLowContrastScheme,
  isHexColor,
  toDarkSchemeAccent,
} from '#contract/rules/accent-color.ts'
import { type Brand, settingsLimits as limits, standardAccentColor } from '#contract/settings.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { value: Brand; errors: Record<string, string | undefined>; onChange: (brand: Brand) => void }

/** Shows a link and a button in the accent colour of both schemes. */
function AccentColorSamples({ accentColor }: { accentColor: string }) {
  const { t } = useTranslation()
  const samples = [
    { label: 'accentColorLight', color: accentColor, background: accentBackgrounds.light, buttonText: 'var(--white)' },
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
          <Text size="sm" px="sm" py={4} bg={color} c={buttonText} style={{ borderRadius: 'var(--radius-md)' }}>
            {t('adminContent.settings.accentColorSample')}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

/** Shows the fields of the brand: name, accent colour with a sample in both schemes, and texts. */
export function BrandFields({ value, errors, onChange }: Props) {
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
        maxLength={7}
        placeholder={standardAccentColor}
        value={accentColor ?? ''}
        error={errors['brand.accentColor'] ?? (lowContrastScheme ? t(`fieldErrors.low-contrast-${lowContrastScheme}`) : undefined)}
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
      {accentColor && isHexColor(accentColor) && !lowContrastScheme ? <AccentColorSamples accentColor={accentColor} /> : null}
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
