import { Alert, Button, Group, MultiSelect, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import type { RoundGroup, RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { missingRoundKinds, ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import {
  getRoundCombinationChoice,
  type RoundCombinationChoice,
  roundCombinationChoices,
} from '#contract/event/scoring/rule-set-explanation.ts'
import {
  canSkippedRoundImproveResult,
  findLowerIsBetterProblem,
} from '#contract/event/scoring/rule-set-problems.ts'
import { hasTimedRounds } from '#contract/event/scoring/rule-set-sheet.ts'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconTrash } from '#web/shared/ui/icons.ts'
import {
  createEmptySheetField,
  getDefaultBestRoundCount,
  listPointFieldOptions,
  listUnavailableFieldKeys,
  moveItem,
  removeFieldAndReferences,
  removeGroupAndRankingKeys,
  replaceFieldAndReferences,
  replaceGroupAndReferences,
  replacePointsFactors,
  setGroupRoundCountAndReferences,
  setRoundCombinationAndRankingKeys,
  toGroupWithMissingRoundKind,
} from './edit-rule-set.ts'
import { PointsFactorsEditor } from './points-factor-list.tsx'
import {
  AddItemButton,
  DecimalInput,
  JudgePanelInputs,
  OptionalDecimalInput,
  OptionalDurationInput,
  RemoveItemButton,
  RuleSetFieldset,
  RuleSetKeyInput,
} from './rule-set-inputs.tsx'
import { SheetFieldEditor } from './sheet-field-editor.tsx'

type Caps = RoundGroup['caps']
type PointCapListProps = {
  group: RoundGroup
  /** The place of the limits in the errors. */
  path: string
  errors: Record<string, string | undefined>
  onChange: (caps: Caps) => void
}

/** Shows the limits of the points that several fields give together. */
function PointCapList({ group, path, errors, onChange }: PointCapListProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { caps } = group
  const findError = (at: number) =>
    Object.entries(errors).find(([key]) => key.startsWith(`${path}.${at}.fields`))?.[1]
  return (
    <RuleSetFieldset legend={t('adminRuleSets.caps')} hint={t('adminRuleSets.capsHint')}>
      {[...caps.entries()].map(([at, cap]) => (
        <Group key={at} align="flex-start" wrap="wrap">
          <MultiSelect
            style={{ flex: '1 1 220px' }}
            label={t('adminRuleSets.capFields')}
            data={listPointFieldOptions(group, lang)}
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
          <RemoveItemButton
            mt={26}
            name={t('adminRuleSets.cap', { number: at + 1 })}
            onClick={() => onChange(caps.toSpliced(at, 1))}
          />
        </Group>
      ))}
      {caps.length < ruleSetLimits.caps ? (
        <Group>
          <AddItemButton
            label={t('adminRuleSets.addCap')}
            onClick={() => onChange([...caps, { fields: [], maxPoints: 0 }])}
          />
        </Group>
      ) : null}
    </RuleSetFieldset>
  )
}

type RoundCombinationProps = {
  ruleSet: RuleSet
  /** The position of the group. */
  at: number
  group: RoundGroup
  error: string | undefined
  onChange: (ruleSet: RuleSet) => void
}

/** Chooses how the rounds of a group count, with how many of the best ones beside it. */
function RoundCombinationInputs({ ruleSet, at, group, error, onChange }: RoundCombinationProps) {
  const { t } = useTranslation()
  const rounds = group.rounds.length
  const { choice, number } = getRoundCombinationChoice(ruleSet, group)
  const hasNumber = (value: RoundCombinationChoice) =>
    value === 'bestThenNext' || value === 'sumOfBest' || value === 'meanOfBest'
  const getNumber = (value: RoundCombinationChoice) =>
    value === choice ? number : getDefaultBestRoundCount(value, rounds)
  return (
    <>
      <ChoiceSelect
        label={t('adminRuleSets.combine')}
        value={choice}
        choices={roundCombinationChoices.filter(
          (value) => rounds > 1 || value === choice || !hasNumber(value),
        )}
        toLabel={(value) => t(`adminRuleSets.combinations.${value}`, { number: getNumber(value), rounds })}
        error={hasNumber(choice) ? undefined : error}
        onChange={(next) => onChange(setRoundCombinationAndRankingKeys(ruleSet, at, next, getNumber(next)))}
      />
      {hasNumber(choice) ? (
        <NumberInput
          label={t(
            choice === 'bestThenNext' ? 'adminRuleSets.comparedRounds' : 'adminRuleSets.countedRounds',
          )}
          value={number}
          min={choice === 'bestThenNext' ? 2 : 1}
          max={Math.max(rounds, number)}
          allowDecimal={false}
          allowNegative={false}
          dir="ltr"
          error={error}
          onChange={(value) => {
            const count = Number(value)
            const isInRange = count >= (choice === 'bestThenNext' ? 2 : 1) && count <= rounds
            if (isInRange) onChange(setRoundCombinationAndRankingKeys(ruleSet, at, choice, count))
          }}
        />
      ) : null}
    </>
  )
}

type Props = {
  ruleSet: RuleSet
  /** The position of the group. */
  at: number
  errors: Record<string, string | undefined>
  /** The rule set that is saved, whose keys recorded attempts can have. */
  saved: RuleSet | null
  onChange: (ruleSet: RuleSet) => void
  /** Shows all fields open; the page disables the inputs. */
  isReadOnly: boolean
}

/** Shows the rounds of a group, how they combine, and the fields of their score sheet. */
export function RoundGroupEditor({ ruleSet, at, errors, saved, onChange, isReadOnly }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const group = ruleSet.groups[at]
  if (!group) return null
  const path = `groups.${at}`
  const error = (key: string) => errors[`${path}.${key}`]
  const set = (changed: Partial<RoundGroup>) =>
    onChange(replaceGroupAndReferences(ruleSet, at, { ...group, ...changed }))
  const savedKeys = saved?.groups.flatMap(({ fields }) => fields.map(({ key }) => key)) ?? []
  const { missingRound } = group
  const lowerFirstProblem = findLowerIsBetterProblem(ruleSet, group)
  const canSetName = group.rounds.length > 1
  const { hasRankingKeys } = getEventScoringTraits(ruleSet)
  const name = group.label[lang] || at + 1

  return (
    <FormSection title={t(hasRankingKeys ? 'adminRuleSets.group' : 'adminMatchRules.sheet', { name })}>
      <LocalizedField
        label={t('adminRuleSets.groupName')}
        value={group.label}
        limit={ruleSetLimits.label}
        required
        errors={{ en: error('label.en'), ar: error('label.ar') }}
        onChange={(label) =>
          set(canSetName ? { label } : { label, rounds: group.rounds.map((round) => ({ ...round, label })) })
        }
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {hasRankingKeys ? (
          <>
            <NumberInput
              label={t('adminRuleSets.roundCount')}
              value={group.rounds.length}
              min={1}
              max={ruleSetLimits.rounds}
              allowDecimal={false}
              dir="ltr"
              error={error('rounds')}
              onChange={(count) => onChange(setGroupRoundCountAndReferences(ruleSet, at, Number(count)))}
            />
            <RoundCombinationInputs
              ruleSet={ruleSet}
              at={at}
              group={group}
              error={error('countedRounds')}
              onChange={onChange}
            />
            <ChoiceSelect
              label={t('adminRuleSets.skippedRound')}
              value={group.missingRound?.countsAs ?? 'zero'}
              choices={missingRoundKinds}
              toLabel={(kind) => t(`adminRuleSets.skippedRounds.${kind}`)}
              error={error('missingRound')}
              onChange={(kind) =>
                onChange(replaceGroupAndReferences(ruleSet, at, toGroupWithMissingRoundKind(group, kind)))
              }
            />
            <JudgePanelInputs
              group={group}
              error={(key) => error(`panel.${key}`)}
              onChange={(next) => onChange(replaceGroupAndReferences(ruleSet, at, next))}
            />
          </>
        ) : null}
        <RuleSetKeyInput
          label={t('adminRuleSets.groupKey')}
          value={group.key}
          error={error('key')}
          onChange={(key) => set({ key })}
        />
      </SimpleGrid>
      {/* a status, so that a screen reader reads the warning when a choice makes it appear */}
      <div role="status">
        {canSkippedRoundImproveResult(group) ? (
          <Alert color="yellow">{t('adminRuleSets.omittedRound')}</Alert>
        ) : null}
        {lowerFirstProblem ? (
          <Alert color="yellow">{t(`adminRuleSets.lowerFirst.${lowerFirstProblem}`)}</Alert>
        ) : null}
      </div>
      {missingRound?.countsAs === 'value' ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DecimalInput
            label={t('adminRuleSets.skippedRoundPoints')}
            value={missingRound.points}
            error={error('missingRound.points')}
            onChange={(points) => set({ missingRound: { ...missingRound, points } })}
          />
          {hasTimedRounds(group) ? (
            <OptionalDurationInput
              label={t('adminRuleSets.skippedRoundTime')}
              description={t('adminRuleSets.disqualificationTimeHint')}
              value={missingRound.timeMs}
              error={error('missingRound.timeMs')}
              onChange={(timeMs) => set({ missingRound: { ...missingRound, timeMs } })}
            />
          ) : null}
        </SimpleGrid>
      ) : null}
      {canSetName ? (
        <RuleSetFieldset legend={t('adminRuleSets.roundNames')}>
          {[...group.rounds.entries()].map(([nth, round]) => (
            <LocalizedField
              key={nth}
              label={t('adminRuleSets.roundName', { number: nth + 1 })}
              value={round.label}
              limit={ruleSetLimits.label}
              required
              errors={{
                en: error(`rounds.${nth}.label.en`) ?? error(`rounds.${nth}.key`),
                ar: error(`rounds.${nth}.label.ar`),
              }}
              onChange={(label) => set({ rounds: group.rounds.with(nth, { ...round, label }) })}
            />
          ))}
        </RuleSetFieldset>
      ) : null}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <OptionalDurationInput
          label={t('adminRuleSets.timeLimit')}
          description={t('adminRuleSets.timeHint')}
          value={group.timeLimitMs}
          error={error('timeLimitMs')}
          onChange={(timeLimitMs) => set({ timeLimitMs })}
        />
        {(['minPoints', 'maxPoints'] as const).map((key) => (
          <OptionalDecimalInput
            key={key}
            label={t(`adminRuleSets.${key}`)}
            description={t('adminRuleSets.noLimit')}
            value={group[key]}
            error={error(key)}
            onChange={(value) => set({ [key]: value })}
          />
        ))}
      </SimpleGrid>
      <RuleSetFieldset legend={t('adminRuleSets.fields')} error={error('fields')}>
        <Stack gap="xs" data-items>
          {[...group.fields.entries()].map(([fieldAt, field]) => (
            <SheetFieldEditor
              key={fieldAt}
              group={group}
              field={field}
              path={`${path}.fields.${fieldAt}`}
              errors={errors}
              takenKeys={listUnavailableFieldKeys(group, fieldAt)}
              isKeyInUse={savedKeys.includes(field.key)}
              isReadOnly={isReadOnly}
              index={fieldAt}
              count={group.fields.length}
              onChange={(next) => onChange(replaceFieldAndReferences(ruleSet, at, fieldAt, next))}
              onMove={(to) => set({ fields: moveItem(group.fields, fieldAt, to) })}
              onRemove={() => onChange(removeFieldAndReferences(ruleSet, at, fieldAt))}
            />
          ))}
        </Stack>
        {!isReadOnly && group.fields.length < ruleSetLimits.fields ? (
          <Group>
            <AddItemButton
              label={t('adminRuleSets.addField')}
              onClick={() => set({ fields: [...group.fields, createEmptySheetField('count')] })}
            />
          </Group>
        ) : null}
      </RuleSetFieldset>
      <PointsFactorsEditor
        group={group}
        path={`${path}.factors`}
        errors={errors}
        onChange={(factors) =>
          onChange(replaceGroupAndReferences(ruleSet, at, replacePointsFactors(group, factors)))
        }
      />
      <PointCapList group={group} path={`${path}.caps`} errors={errors} onChange={(caps) => set({ caps })} />
      {!isReadOnly && ruleSet.groups.length > 1 ? (
        <Group justify="flex-end">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => onChange(removeGroupAndRankingKeys(ruleSet, at))}
          >
            {t('adminRuleSets.removeGroup')}
          </Button>
        </Group>
      ) : null}
    </FormSection>
  )
}
