import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import type { AdminMatches, DrawMatchesRequest } from '#contract/event/matches/match.schema.ts'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { countMatches, countMatchesOfEvenGroups, toGroupLetter } from '#contract/event/scoring/match-list.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { moveItem } from '#web/admin/event/rule-sets/edit-rule-set.ts'
import { MoveAndRemoveButtons } from '#web/admin/event/rule-sets/rule-set-inputs.tsx'
import { ErrorAlert } from '#web/admin/shared/admin-submit.tsx'
import { getTeamNameOrNumber } from '#web/shared/event/matches/tournament-model.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './matches.module.css'
import {
  assignTeamsToSidesInOrder,
  buildDrawRequest,
  createInitialDrawTeams,
  type DrawTeam,
  listDrawnTeamIdsBySide,
  toSideKey,
} from './plan-draw.ts'

type Props = {
  matches: AdminMatches
  rules: MatchRules
  busy: boolean
  error: string | undefined
  /** Leaves the form without a draw. */
  onCancel?: (() => void) | undefined
  onDraw: (request: DrawMatchesRequest) => void
}

/**
 * Shows the teams that are drawn, in an order or in alliances, and draws by the rules or takes groups that
 * were drawn by hand.
 */
export function DrawForm({ matches, rules, busy, error, onCancel, onDraw }: Props) {
  const { t, tAttribute, i18n } = useTranslation()
  const { teamsPerSide, groups, knockOuts } = rules
  const [teams, setTeams] = useState(() => createInitialDrawTeams(matches, teamsPerSide))
  const [isByHand, setIsByHand] = useState(false)
  const [groupBySide, setGroupBySide] = useState<ReadonlyMap<string, number>>(new Map())
  const formatTeam = (id: string) => {
    const team = matches.teams.find((each) => each.id === id)
    return team ? joinTexts([team.teamNo, getTeamNameOrNumber(team)], i18n.language) : ''
  }
  const set = (at: number, changed: Partial<DrawTeam>) =>
    setTeams((before) => before.map((team, nth) => (nth === at ? { ...team, ...changed } : team)))
  const sides = listDrawnTeamIdsBySide(teams, teamsPerSide)
  const leftOut = teams.filter(({ isDrawn }) => !isDrawn).length
  const sideCount = Math.ceil(teams.length / teamsPerSide)
  const groupCount = groups?.count ?? 0
  const hasMissingGroups = isByHand && sides.some((side) => !groupBySide.has(toSideKey(side)))
  const usedGroups = new Set(sides.map((side) => groupBySide.get(toSideKey(side))))
  const hasEmptyGroups = isByHand && !hasMissingGroups && usedGroups.size < groupCount
  const groupSizes = isByHand
    ? [...Map.groupBy(sides, (side) => groupBySide.get(toSideKey(side))).values()].map(
        (ofGroup) => ofGroup.length,
      )
    : [Math.floor(sides.length / Math.max(1, groupCount))]
  const hasSmallGroups =
    groupCount > 0 && sides.length >= groupCount && !hasMissingGroups && Math.min(...groupSizes) < 3
  const method = (groups ?? knockOuts[0])?.draw ?? 'lot'
  const canCount = sides.length >= 2 && sides.length <= matchDrawLimits.sides && !hasMissingGroups
  const positionsByGroup = Map.groupBy(sides.keys(), (at) => groupBySide.get(toSideKey(sides[at] ?? [])))
  const matchCount = !canCount
    ? 0
    : isByHand
      ? countMatches(rules, { sides, groups: [...positionsByGroup.values()] })
      : countMatchesOfEvenGroups(rules, sides.length)
  const hasTooMany = matchCount > matchDrawLimits.matches
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onDraw(buildDrawRequest(sides, isByHand ? groupBySide : null, groupCount))
      }}
    >
      <Stack>
        <div>
          <Title order={3} size="h4">
            {t('adminMatches.draw.title')}
          </Title>
          <Text size="sm" className={styles.quiet}>
            {groups
              ? t('adminMatches.draw.rules.groups', { count: groups.count })
              : t('adminMatches.draw.rules.noGroups')}{' '}
            {t(`adminMatches.draw.rules.${method}`)}{' '}
            {t(teamsPerSide > 1 ? 'adminMatches.draw.allianceHint' : 'adminMatches.draw.hint')}
          </Text>
        </div>
        <ErrorAlert message={error} />
        {teamsPerSide > 1 ? (
          <Group>
            <Button
              variant="default"
              size="xs"
              onClick={() => setTeams((before) => assignTeamsToSidesInOrder(before, teamsPerSide))}
            >
              {t('adminMatches.draw.fillSides')}
            </Button>
          </Group>
        ) : null}
        <ol className={styles.drawList} data-items aria-label={t('adminMatches.draw.teams')}>
          {[...teams.entries()].map(([at, { id, isDrawn, side }]) => {
            const name = formatTeam(id)
            return (
              <li key={id}>
                <Paper withBorder px="sm" py={4}>
                  <Group justify="space-between" wrap="nowrap">
                    {teamsPerSide > 1 ? (
                      <>
                        <span className={styles.teamName}>{name}</span>
                        <NativeSelect
                          aria-label={tAttribute('adminMatches.draw.side', { team: name })}
                          value={isDrawn && side !== null ? String(side) : ''}
                          data={[
                            { value: '', label: t('adminMatches.draw.noSide') },
                            ...Array.from({ length: sideCount }, (_, nth) => ({
                              value: String(nth + 1),
                              label: tAttribute('adminMatches.draw.sideNumber', { number: nth + 1 }),
                            })),
                          ]}
                          onChange={(event) => {
                            const { value } = event.currentTarget
                            set(at, { isDrawn: value !== '', side: value === '' ? null : Number(value) })
                          }}
                        />
                      </>
                    ) : (
                      <>
                        <Checkbox
                          checked={isDrawn}
                          label={<span className={styles.teamName}>{name}</span>}
                          aria-label={tAttribute('adminMatches.draw.takesPart', { team: name })}
                          onChange={(event) => set(at, { isDrawn: event.currentTarget.checked })}
                        />
                        {method === 'seed' ? (
                          <MoveAndRemoveButtons
                            name={name}
                            index={at}
                            count={teams.length}
                            isRemovable={false}
                            onMove={(to) => setTeams((before) => moveItem(before, at, to))}
                          />
                        ) : null}
                      </>
                    )}
                  </Group>
                </Paper>
              </li>
            )
          })}
        </ol>
        <Text size="sm" role="status">
          {t('adminMatches.draw.sideCount', { count: sides.length })}
          {leftOut > 0 ? ` · ${t('adminMatches.draw.leftOut', { count: leftOut })}` : ''}
          {hasSmallGroups ? ` · ${t('adminMatches.draw.smallGroups')}` : ''}
          {canCount
            ? ` · ${t('adminMatches.draw.matchCount', { matches: matchCount, limit: matchDrawLimits.matches })}`
            : ''}
        </Text>
        {groups ? (
          <>
            <SegmentedControl
              className={styles.method}
              aria-label={t('adminMatches.draw.method')}
              value={isByHand ? 'hand' : 'rules'}
              onChange={(value) => setIsByHand(value === 'hand')}
              data={(['rules', 'hand'] as const).map((value) => ({
                value,
                label: t(`adminMatches.draw.methods.${value}`),
              }))}
            />
            {isByHand ? (
              <fieldset className={styles.handGroups}>
                <legend>{t('adminMatches.draw.handHint')}</legend>
                {sides.map((side) => {
                  const name = side.map(formatTeam).join(' + ')
                  return (
                    <NativeSelect
                      key={toSideKey(side)}
                      label={name}
                      aria-label={tAttribute('adminMatches.draw.group', { side: name })}
                      value={String(groupBySide.get(toSideKey(side)) ?? '')}
                      data={[
                        { value: '', label: t('adminMatches.draw.noGroup') },
                        ...Array.from({ length: groupCount }, (_, group) => ({
                          value: String(group),
                          label: tAttribute('matches.group', { letter: toGroupLetter(group) }),
                        })),
                      ]}
                      onChange={(event) => {
                        const { value } = event.currentTarget
                        setGroupBySide((before) => {
                          const next = new Map(before)
                          if (value === '') next.delete(toSideKey(side))
                          else next.set(toSideKey(side), Number(value))
                          return next
                        })
                      }}
                    />
                  )
                })}
              </fieldset>
            ) : null}
          </>
        ) : null}
        <div role="status">
          {hasMissingGroups || hasEmptyGroups ? (
            <Text size="sm">
              {t(hasMissingGroups ? 'adminMatches.draw.missingGroups' : 'adminMatches.draw.emptyGroups')}
            </Text>
          ) : null}
        </div>
        <Group>
          <Button
            type="submit"
            loading={busy}
            disabled={sides.length < 2 || hasMissingGroups || hasEmptyGroups || hasTooMany}
          >
            {t('adminMatches.draw.start')}
          </Button>
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t('admin.list.cancel')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  )
}
