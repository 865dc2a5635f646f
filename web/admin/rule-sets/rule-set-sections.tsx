import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { ruleSetLimits } from '#contract/rule-set.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import type { RuleSetTemplate } from '#web/shared/api/admin/scores.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { addGroup } from './edit-rule-set.ts'
import { MatchRulesSection } from './match-rules-section.tsx'
import { DecimalInput, OptionalDurationInput } from './number-inputs.tsx'
import { RankingKeyList } from './ranking-key-list.tsx'
import { RoundGroupEditor } from './round-group-editor.tsx'
import styles from './rule-sets.module.css'

type Props = {
  ruleSet: RuleSet
  errors: Record<string, string | undefined>
  /** The rule set that is saved, whose keys recorded attempts can have. */
  saved: RuleSet | null
  onChange: (ruleSet: RuleSet) => void
  /** The page disables all inputs; the buttons that add something are left out. */
  isReadOnly?: boolean
}

/** Shows all sections of the form of a rule set: matches, rounds with their score sheets, disqualification, ranking. */
export function RuleSetSections({ ruleSet, errors, saved, onChange, isReadOnly = false }: Props) {
  const { t } = useTranslation()
  const { disqualification } = ruleSet
  const setDisqualification = (changed: Partial<RuleSet['disqualification']>) =>
    onChange({ ...ruleSet, disqualification: { ...disqualification, ...changed } })
  const hasMatches = ruleSet.matches !== undefined
  return (
    <>
      <MatchRulesSection ruleSet={ruleSet} errors={errors} saved={saved} onChange={onChange} isReadOnly={isReadOnly} />
      {[...ruleSet.groups.keys()].map((at) => (
        <RoundGroupEditor key={at} ruleSet={ruleSet} at={at} errors={errors} saved={saved} onChange={onChange} isReadOnly={isReadOnly} />
      ))}
      {!isReadOnly && !hasMatches && ruleSet.groups.length < ruleSetLimits.groups ? (
        <Group>
          <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onChange(addGroup(ruleSet))}>
            {t('adminRuleSets.addGroup')}
          </Button>
        </Group>
      ) : null}
      {/* in a match a disqualification is a walkover, and the standing ranks */}
      {hasMatches ? null : (
        <>
          <FormSection title={t('adminRuleSets.disqualification')}>
            <Text size="sm" className={styles.quiet}>
              {t('adminRuleSets.disqualificationHint')}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <DecimalInput
                label={t('adminRuleSets.points')}
                value={disqualification.points}
                error={errors['disqualification.points']}
                onChange={(points) => setDisqualification({ points })}
              />
              <OptionalDurationInput
                label={t('adminRuleSets.disqualificationTime')}
                description={t('adminRuleSets.disqualificationTimeHint')}
                value={disqualification.timeMs}
                error={errors['disqualification.timeMs']}
                onChange={(timeMs) => setDisqualification({ timeMs })}
              />
            </SimpleGrid>
          </FormSection>
          <FormSection title={t('adminRuleSets.ranking')}>
            <RankingKeyList ruleSet={ruleSet} errors={errors} onChange={(rankingKeys) => onChange({ ...ruleSet, rankingKeys })} />
          </FormSection>
        </>
      )}
    </>
  )
}

type TemplateListProps = { templates: readonly RuleSetTemplate[]; onChoose: (template: RuleSetTemplate) => void; isInDialog?: boolean }

/** Shows the templates of rule sets, each with a sentence about its ranking. */
export function RuleSetTemplateList({ templates, onChoose, isInDialog = false }: TemplateListProps) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <SimpleGrid component="ul" cols={{ base: 1, sm: 2, ...(isInDialog ? {} : { lg: 3 }) }} className={styles.list}>
      {templates.map((template) => (
        <Paper key={template.key} component="li" withBorder p="md">
          <Stack h="100%" justify="space-between" align="flex-start">
            <div>
              <Title order={3} size="h4">
                {template.label[lang]}
              </Title>
              <Text size="sm">{t(`adminRuleSets.templates.${template.key}`)}</Text>
            </div>
            <Button
              variant="default"
              aria-label={`${t('adminRuleSets.start')}: ${template.label[lang]}`}
              onClick={() => onChoose(template)}
            >
              {t('adminRuleSets.start')}
            </Button>
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
