import { ActionIcon, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type RoundGroup, ruleSetLimits } from '#contract/rule-set.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { AddItemButton } from './add-item-button.tsx'
import { DecimalInput } from './number-inputs.tsx'
import styles from './rule-sets.module.css'

type Caps = RoundGroup['caps']
type Props = {
  group: RoundGroup
  /** The place of the limits in the errors. */
  path: string
  errors: Record<string, string | undefined>
  onChange: (caps: Caps) => void
}

/** Shows the limits of the points that several fields give together. */
export function PointCapList({ group, path, errors, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { caps } = group
  const options = group.fields.flatMap(({ key, label, kind }) =>
    key === '' || kind === 'time' ? [] : [{ value: key, label: label[lang] || key }],
  )
  const uniqueOptions = options.filter(({ value }, at) => options.findIndex((other) => other.value === value) === at)
  const findError = (at: number) => Object.entries(errors).find(([key]) => key.startsWith(`${path}.${at}.fields`))?.[1]
  return (
    <fieldset className={styles.group}>
      <legend>{t('adminRuleSets.caps')}</legend>
      <Stack gap="xs">
        <Text size="sm" className={styles.quiet}>
          {t('adminRuleSets.capsHint')}
        </Text>
        {[...caps.entries()].map(([at, cap]) => (
          <Group key={at} align="flex-start" wrap="wrap">
            <MultiSelect
              style={{ flex: '1 1 220px' }}
              label={t('adminRuleSets.capFields')}
              data={uniqueOptions}
              value={cap.fields}
              error={findError(at)}
              onChange={(fields) => onChange(caps.with(at, { ...cap, fields }))}
            />
            <DecimalInput
              w={160}
              label={t('adminRuleSets.capPoints')}
              value={cap.maxPoints}
              error={errors[`${path}.${at}.maxPoints`]}
              onChange={(maxPoints) => onChange(caps.with(at, { ...cap, maxPoints }))}
            />
            <ActionIcon
              mt={26}
              variant="subtle"
              size="lg"
              color="red"
              aria-label={t('adminRuleSets.removeItem', { name: t('adminRuleSets.cap', { number: at + 1 }) })}
              onClick={() => onChange(caps.toSpliced(at, 1))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {caps.length < ruleSetLimits.caps ? (
          <Group>
            <AddItemButton label={t('adminRuleSets.addCap')} onClick={() => onChange([...caps, { fields: [], maxPoints: 0 }])} />
          </Group>
        ) : null}
      </Stack>
    </fieldset>
  )
}
