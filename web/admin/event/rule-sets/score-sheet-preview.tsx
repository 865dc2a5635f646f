import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type {
  RoundGroup,
  RuleSet,
  ScoreSheetField,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import type { Language } from '#i18n/languages.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { ScoreSheetForm } from '#web/shared/event/score-sheet/score-sheet-form.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './rule-sets.module.css'

const orElse = (value: number, otherwise: number) => (Number.isFinite(value) ? value : otherwise)

/**
 * Replaces labels and numbers that are not entered yet, and keys that are missing or repeated, so that an
 * unfinished sheet can be shown.
 */
const toPreviewField = (
  given: ScoreSheetField,
  at: number,
  fields: readonly ScoreSheetField[],
  newFieldName: string,
): ScoreSheetField => {
  const field = {
    ...given,
    label: { en: given.label.en || newFieldName, ar: given.label.ar || newFieldName },
  }
  const isKeyUsable = field.key !== '' && fields.findIndex(({ key }) => key === field.key) === at
  const key = isKeyUsable ? field.key : `field-${at + 1}`
  const points =
    'pointsPerUnit' in field
      ? { pointsPerUnit: orElse(field.pointsPerUnit, 0), timeMsPerUnit: orElse(field.timeMsPerUnit, 0) }
      : {}
  switch (field.kind) {
    case 'count':
    case 'measure': {
      const step = orElse(field.step, 1)
      const limits = {
        min: orElse(field.min, 0),
        max: orElse(field.max, ruleSetLimits.points),
        step: step > 0 ? step : 1,
      }
      return { ...field, key, ...points, ...limits }
    }
    case 'time':
      return { ...field, key, min: orElse(field.min, 0), max: orElse(field.max, ruleSetLimits.timeMs) }
    case 'yesNo':
      return { ...field, key, ...points }
    case 'choice':
      return {
        ...field,
        key,
        options: field.options.map((option, nth) => ({
          ...option,
          key: option.key || `option-${nth + 1}`,
          points: orElse(option.points, 0),
        })),
      }
  }
}
const toPreviewGroup = (group: RoundGroup, newFieldName: string): RoundGroup => ({
  ...group,
  fields: group.fields.map((field, at) => toPreviewField(field, at, group.fields, newFieldName)),
  caps: group.caps.map((cap) => ({ ...cap, maxPoints: orElse(cap.maxPoints, ruleSetLimits.points) })),
  minPoints: Number.isNaN(group.minPoints) ? null : group.minPoints,
  maxPoints: Number.isNaN(group.maxPoints) ? null : group.maxPoints,
  timeLimitMs: Number.isNaN(group.timeLimitMs) ? null : group.timeLimitMs,
})

/** Shows the score sheet of a rule set that is being edited, to try out. */
export function InteractiveScoreSheetPreview({ ruleSet }: { ruleSet: RuleSet }) {
  const { t } = useTranslation()
  const pageLang = useLang()
  const [labelLang, setLabelLang] = useState<Language>(pageLang)
  const [groupAt, setGroupAt] = useState(0)
  const [values, setValues] = useState<ScoreSheetValues>({})
  const at = Math.min(groupAt, ruleSet.groups.length - 1)
  const group = ruleSet.groups[at]
  if (!group) return null
  const shown = toPreviewGroup(group, t('adminRuleSets.newField'))
  const keys = new Set(['disqualified', ...shown.fields.map(({ key }) => key)])
  const { points, timeMs } = ruleSet.disqualification
  const disqualification = { points: orElse(points, 0), timeMs: Number.isNaN(timeMs) ? null : timeMs }

  return (
    <Paper withBorder p="md" component="section" aria-labelledby="score-sheet-preview">
      <Stack>
        <div>
          <Title order={3} size="h4" id="score-sheet-preview">
            {t('adminRuleSets.preview')}
          </Title>
          <Text size="sm" className={styles.quiet}>
            {t('adminRuleSets.previewHint')}
          </Text>
        </div>
        <Group align="flex-end">
          {ruleSet.groups.length > 1 ? (
            <ChoiceSelect
              style={{ flex: '1 1 180px' }}
              label={t('adminRuleSets.previewGroup')}
              value={at}
              choices={[...ruleSet.groups.keys()]}
              toLabel={(nth) => ruleSet.groups[nth]?.label[pageLang] || String(nth + 1)}
              onChange={(nth) => {
                setGroupAt(nth)
                setValues({})
              }}
            />
          ) : null}
          <SegmentedControl
            aria-label={t('adminRuleSets.previewLang')}
            value={labelLang}
            onChange={(value) => setLabelLang(value === 'ar' ? 'ar' : 'en')}
            data={[
              { value: 'en', label: t('admin.form.english') },
              { value: 'ar', label: t('admin.form.arabic') },
            ]}
          />
        </Group>
        <Title order={4} size="h5">
          <bdi lang={labelLang}>{group.label[labelLang]}</bdi>
        </Title>
        <ScoreSheetForm
          key={at}
          ruleSet={{ disqualification }}
          group={shown}
          values={Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)))}
          labelLang={labelLang}
          onChange={setValues}
        />
        <Button variant="default" onClick={() => setValues({})}>
          {t('adminRuleSets.clear')}
        </Button>
      </Stack>
    </Paper>
  )
}
