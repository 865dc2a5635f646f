import { Alert, NumberInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import { type MatchRules, matchLimits } from '#contract/event/matches/match-rules.schema.ts'
import { countMatchesOfEvenGroups } from '#contract/event/scoring/match-list.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { rankingOrders } from '#contract/event/scoring/rule-set.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import {
  addKnockOutAndStandingLot,
  addOrRemoveGroupsAndResetKnockOuts,
  listPartsRemovedByMatches,
  toRuleSetWithoutMatches,
  toRuleSetWithUsualMatches,
} from './edit-match-rules.ts'
import { createMatchRulesErrorLookup } from './find-match-rules-error.ts'
import { KnockOutEditor } from './knock-out-editor.tsx'
import { DrawnMatchDecidersEditor, MatchStandingKeysEditor } from './match-standing-list.tsx'
import { AddItemButton, DecimalInput, RuleSetFieldset } from './rule-set-inputs.tsx'
import styles from './rule-sets.module.css'

type PartProps = {
  matches: MatchRules
  /** Returns the error of a part of the rules of matches, such as `points.win`. */
  findError: (path: string) => string | undefined
  onChange: (matches: MatchRules) => void
}

/** Shows how many matches the teams of the event would play, and whether an event can have so many. */
function MatchCount({ matches, teamCount }: { matches: MatchRules; teamCount: number }) {
  const { t } = useTranslation()
  const sides = Math.floor(teamCount / matches.teamsPerSide)
  if (sides < 2) return null
  if (sides > matchDrawLimits.sides)
    return (
      <Alert color="yellow">
        {t('adminMatchRules.tooManySides', { sides, limit: matchDrawLimits.sides })}
      </Alert>
    )
  const count = countMatchesOfEvenGroups(matches, sides)
  const values = { teams: teamCount, matches: count, limit: matchDrawLimits.matches }
  return (
    <div role="status">
      {count > matchDrawLimits.matches ? (
        <Alert color="yellow">{t('adminMatchRules.tooManyMatches', values)}</Alert>
      ) : (
        <Text size="sm" className={styles.quiet}>
          {t('adminMatchRules.matchCount', values)}
        </Text>
      )}
    </div>
  )
}

/** Shows who plays a match, who wins it, and what it counts as. */
function MatchResultInputs({ matches, findError, onChange }: PartProps) {
  const { t } = useTranslation()
  const { points, walkover } = matches
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ChoiceSelect
          label={t('adminMatchRules.teamsPerSide')}
          value={matches.teamsPerSide as 1 | 2 | 3}
          choices={[1, 2, 3]}
          toLabel={(count) => t(`adminMatchRules.teamCount${count}`)}
          onChange={(teamsPerSide) => onChange({ ...matches, teamsPerSide })}
        />
        <ChoiceSelect
          label={t('adminMatchRules.winningScore')}
          value={matches.winningScore}
          choices={rankingOrders}
          toLabel={(order) => t(`adminMatchRules.winningScores.${order}`)}
          onChange={(winningScore) => onChange({ ...matches, winningScore })}
        />
      </SimpleGrid>
      <RuleSetFieldset legend={t('adminMatchRules.points')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {(['win', 'draw', 'loss'] as const).map((kind) => (
            <DecimalInput
              key={kind}
              label={t(`adminMatchRules.${kind}`)}
              value={points[kind]}
              error={findError(`points.${kind}`)}
              onChange={(value) => onChange({ ...matches, points: { ...points, [kind]: value } })}
            />
          ))}
        </SimpleGrid>
      </RuleSetFieldset>
      <RuleSetFieldset legend={t('adminMatchRules.walkover')} hint={t('adminMatchRules.walkoverHint')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {(['winner', 'loser'] as const).map((kind) => (
            <DecimalInput
              key={kind}
              label={t(
                kind === 'winner' ? 'adminMatchRules.walkoverWinner' : 'adminMatchRules.walkoverLoser',
              )}
              value={walkover[kind]}
              error={findError(`walkover.${kind}`)}
              onChange={(value) => onChange({ ...matches, walkover: { ...walkover, [kind]: value } })}
            />
          ))}
        </SimpleGrid>
        <ChoiceSelect
          label={t('adminMatchRules.withdrawal')}
          value={matches.withdrawal}
          choices={['annul', 'walkover']}
          toLabel={(value) => t(`adminMatchRules.withdrawals.${value}`)}
          onChange={(withdrawal) => onChange({ ...matches, withdrawal })}
        />
      </RuleSetFieldset>
    </>
  )
}

/** Shows how many groups there are, how they are drawn and how often two sides meet. */
function MatchGroupInputs({ matches, findError, onChange }: PartProps) {
  const { t } = useTranslation()
  const { groups } = matches
  const set = (changed: Partial<NonNullable<MatchRules['groups']>>) =>
    groups && onChange({ ...matches, groups: { ...groups, ...changed } })
  return (
    <fieldset className={styles.group}>
      <legend>{t('adminMatchRules.groups')}</legend>
      <Stack>
        <Switch
          label={t('adminMatchRules.hasGroups')}
          description={t('adminMatchRules.hasGroupsHint')}
          checked={groups !== undefined}
          onChange={(event) =>
            onChange(addOrRemoveGroupsAndResetKnockOuts(matches, event.currentTarget.checked))
          }
        />
        {groups ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              label={t('adminMatchRules.groupCount')}
              value={groups.count}
              min={1}
              max={matchLimits.groups}
              allowDecimal={false}
              dir="ltr"
              error={findError('groups.count')}
              onChange={(count) => set({ count: Number(count) })}
            />
            <ChoiceSelect
              label={t('adminMatchRules.legs')}
              value={groups.legs as 1 | 2}
              choices={[1, 2]}
              toLabel={(legs) => t(`adminMatchRules.legs${legs}`)}
              onChange={(legs) => set({ legs })}
            />
            <ChoiceSelect
              label={t('adminMatchRules.drawMethod')}
              value={groups.draw}
              choices={['seed', 'lot']}
              toLabel={(method) => t(`adminMatchRules.drawMethods.${method}`)}
              onChange={(draw) => set({ draw })}
            />
            {groups.count > 1 ? (
              <ChoiceSelect
                label={t('adminMatchRules.unevenGroups')}
                description={t('adminMatchRules.unevenGroupsHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={groups.unevenGroups}
                choices={['all', 'leaveOutLast']}
                toLabel={(choice) => t(`adminMatchRules.unevenGroupChoices.${choice}`)}
                onChange={(unevenGroups) => set({ unevenGroups })}
              />
            ) : null}
          </SimpleGrid>
        ) : null}
      </Stack>
    </fieldset>
  )
}

type Props = {
  ruleSet: RuleSet
  errors: Record<string, string | undefined>
  /** The rule set that is saved. */
  saved: RuleSet | null
  /** How many teams take part in the event. */
  teamCount: number
  onChange: (ruleSet: RuleSet) => void
  isReadOnly: boolean
}

/**
 * Shows whether an event is played in matches, and their rules. A dialog says what is removed before matches
 * are turned on or off.
 */
export function MatchSwitchAndRulesSection({
  ruleSet,
  errors,
  saved,
  teamCount,
  onChange,
  isReadOnly,
}: Props) {
  const { t, i18n } = useTranslation()
  const lang = useLang()
  const [isAsking, setIsAsking] = useState(false)
  const { matches } = ruleSet
  const findError = createMatchRulesErrorLookup(i18n, ruleSet, errors)
  const set = (next: MatchRules) => onChange({ ...ruleSet, matches: next })
  const removed = listPartsRemovedByMatches(ruleSet)
  const [firstGroup] = ruleSet.groups
  const firstName = firstGroup?.label[lang] || '1'
  return (
    <FormSection title={t('adminMatchRules.title')}>
      <Switch
        label={t('adminMatchRules.isOn')}
        description={t('adminMatchRules.isOnHint')}
        error={errors.matches}
        checked={matches !== undefined}
        onChange={() => setIsAsking(true)}
      />
      {matches ? (
        <>
          <MatchCount matches={matches} teamCount={teamCount} />
          <MatchResultInputs matches={matches} findError={findError} onChange={set} />
          <MatchGroupInputs matches={matches} findError={findError} onChange={set} />
          <MatchStandingKeysEditor ruleSet={ruleSet} matches={matches} findError={findError} onChange={set} />
          <RuleSetFieldset legend={t('adminMatchRules.knockOuts')} error={findError('knockOuts')}>
            <Stack component="ol" gap="xs" data-items className={styles.list}>
              {[...matches.knockOuts.keys()].map((at) => (
                <KnockOutEditor
                  key={at}
                  matches={matches}
                  at={at}
                  findError={findError}
                  savedKeys={saved?.matches?.knockOuts.map(({ key }) => key) ?? []}
                  onChange={(knockOuts) => set({ ...matches, knockOuts })}
                />
              ))}
            </Stack>
            {!isReadOnly && matches.knockOuts.length < (matches.groups ? matchLimits.knockOuts : 1) ? (
              <div>
                <AddItemButton
                  label={t('adminMatchRules.addKnockOut')}
                  onClick={() => set(addKnockOutAndStandingLot(matches))}
                />
              </div>
            ) : null}
          </RuleSetFieldset>
          {matches.knockOuts.length > 0 ? (
            <DrawnMatchDecidersEditor
              ruleSet={ruleSet}
              matches={matches}
              findError={findError}
              onChange={set}
            />
          ) : null}
        </>
      ) : null}
      {isAsking ? (
        <AdminConfirmDialog
          title={t(matches ? 'adminMatchRules.turnOffTitle' : 'adminMatchRules.turnOnTitle')}
          text={t(
            matches
              ? 'adminMatchRules.turnOffText'
              : removed.length > 0
                ? 'adminMatchRules.turnOnText'
                : 'adminMatchRules.turnOnNothing',
          )}
          action={t(matches ? 'adminMatchRules.turnOff' : 'adminMatchRules.turnOn')}
          {...(matches ? {} : { color: 'oasis' })}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            onChange(matches ? toRuleSetWithoutMatches(ruleSet) : toRuleSetWithUsualMatches(ruleSet))
            setIsAsking(false)
          }}
        >
          {matches || removed.length === 0 ? null : (
            <ul className={styles.removedParts}>
              {removed.map((part) => (
                <li key={part}>{t(`adminMatchRules.removed.${part}`, { name: firstName })}</li>
              ))}
            </ul>
          )}
        </AdminConfirmDialog>
      ) : null}
    </FormSection>
  )
}
