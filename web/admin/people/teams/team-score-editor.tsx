import { ActionIcon, Button, Fieldset, Group, Input, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import {
  computeTeamCompetitionPoints,
  listScoreSheetEntryDefinitions,
} from '#contract/event/scoring/score-sheet.ts'
import type { Team } from '#contract/people/teams/team.schema.ts'
import { teamLimits } from '#contract/people/teams/team.ts'
import { RecordForm } from '#web/admin/shared/form-page.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { findCurrentTeamInPersonOrScoreError } from '#web/shared/api/admin/teams.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlus, IconTrash } from '#web/shared/ui/icons.ts'
import {
  canAddScore,
  createEmptyScoreEntry,
  type EntryValues,
  emptyMatch,
  formatScoreSheetKey,
  isScoreEntryEmpty,
  type MatchValues,
  parseScoresAndListProblems,
  type ScoreValues,
  toScoreFormFieldOfApiError,
  toTeamScoresFormValues,
} from './score-values.ts'

type ScoreEntryFieldsProps = {
  value: EntryValues
  onChange: (value: EntryValues) => void
  /** Error messages by field; `matches` for any match. */
  errors: Record<string, string | undefined>
  /** Whether the entry has a time. */
  timed: boolean
  onRemove?: (() => void) | undefined
}

/** Shows the fields of one score: points, time, links and matches. */
function ScoreEntryFields({ value, onChange, errors, timed, onRemove }: ScoreEntryFieldsProps) {
  const { t, tAttribute } = useTranslation()
  const name = value.free ? t('adminTeams.scores.other') : formatScoreSheetKey(t, value.key)
  const text = (field: 'key' | 'score' | 'time' | 'youtubeLink' | 'file' | 'github', more: object = {}) => (
    <TextInput
      label={t(`adminTeams.scores.${field}`)}
      dir="ltr"
      maxLength={teamLimits.link}
      value={value[field]}
      error={errors[field]}
      onChange={(event) => onChange({ ...value, [field]: event.currentTarget.value })}
      {...more}
    />
  )
  const setMatch = (at: number, part: Partial<MatchValues>) =>
    onChange({
      ...value,
      matches: value.matches.map((match, i) => (i === at ? { ...match, ...part } : match)),
    })
  const match = (at: number, field: 'fbs' | 'obs' | 'youtubeLink', label: string, more: object = {}) => (
    <TextInput
      label={label}
      aria-label={`${tAttribute('adminTeams.scores.match', { number: at + 1 })}: ${label}`}
      dir="ltr"
      value={value.matches[at]?.[field] ?? ''}
      onChange={(event) => setMatch(at, { [field]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <Fieldset legend={name} miw={0}>
      <Stack gap="sm">
        {value.free
          ? text('key', {
              dir: 'auto',
              maxLength: teamLimits.key,
              description: t('adminTeams.scores.keyHint'),
            })
          : null}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {text('score', { inputMode: 'decimal', maxLength: 20 })}
          {timed || value.time !== ''
            ? text('time', { maxLength: 20, description: t('adminTeams.scores.timeHint') })
            : null}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {text('youtubeLink', { type: 'url' })}
          {text('file')}
          {text('github')}
        </SimpleGrid>
        {value.matches.map((_, at) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: two matches may be the same while one is typed
            key={at}
            align="flex-end"
            gap="xs"
            role="group"
            aria-label={tAttribute('adminTeams.scores.match', { number: at + 1 })}
          >
            {match(at, 'fbs', t('adminTeams.scores.fbs'), { w: 90, inputMode: 'numeric', maxLength: 12 })}
            {match(at, 'obs', t('adminTeams.scores.obs'), { w: 90, inputMode: 'numeric', maxLength: 12 })}
            {match(at, 'youtubeLink', t('adminTeams.scores.matchLink'), {
              flex: '1 1 12rem',
              type: 'url',
              maxLength: teamLimits.link,
            })}
            <ActionIcon
              variant="subtle"
              size={40}
              c="var(--mantine-color-error)"
              aria-label={tAttribute('adminTeams.scores.removeMatch', { number: at + 1 })}
              onClick={() => onChange({ ...value, matches: value.matches.toSpliced(at, 1) })}
            >
              <IconTrash size={20} />
            </ActionIcon>
          </Group>
        ))}
        {errors.matches ? <Input.Error role="alert">{errors.matches}</Input.Error> : null}
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={`${t('adminTeams.scores.addMatch')}: ${name}`}
            disabled={value.matches.length >= teamLimits.matches}
            onClick={() => onChange({ ...value, matches: [...value.matches, emptyMatch] })}
          >
            {t('adminTeams.scores.addMatch')}
          </Button>
          {onRemove ? (
            <Button
              variant="subtle"
              size="xs"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={onRemove}
            >
              {t('adminTeams.scores.removeEntry')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Fieldset>
  )
}

type Props = { team: Team; competition: ActiveCompetition; onSaved: (team: Team) => void }

/**
 * Shows the editor of all scores of a team: the entries of the score sheet and other scores, with a live
 * total and one Save button.
 */
export function TeamScoreEditor({ team, competition, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const added = useRef(0)
  const sent = useRef<ScoreValues>({})
  // the newest version of the team with the results that this form began with: a change of its people is no
  // conflict
  const base = useRef({ version: team.version, scores: JSON.stringify(team.scores) })
  if (JSON.stringify(team.scores) === base.current.scores)
    base.current.version = Math.max(base.current.version, team.version)
  const places = listScoreSheetEntryDefinitions(competition.slug, competition.rounds)
  const form = useRecordForm<ScoreValues, Team>({
    initialValues: toTeamScoresFormValues(places, team.scores),
    validate: (values) =>
      Object.fromEntries(
        parseScoresAndListProblems(values).problems.map(({ entry, field, code, nth }) => [
          `${entry}.${field}`,
          code === 'score'
            ? t('adminTeams.scores.badScore')
            : code === 'time'
              ? t('adminTeams.scores.badTime')
              : code === 'match'
                ? t('adminTeams.scores.badMatch', { number: nth ?? '' })
                : t('adminTeams.scores.badLink'),
        ]),
      ) as FieldErrors<ScoreValues>,
    save: async (values, version) => {
      sent.current = values
      const scores = parseScoresAndListProblems(values).scores.map(({ score }) => score)
      const { msg, team: record } = await callApi('PUT /api/admin/teams/:teamId/scores', {
        params: { teamId: team.id },
        json: { version: Math.max(version ?? 0, base.current.version), scores },
      })
      return { message: msg, record }
    },
    toFieldErrors: (error) =>
      Object.fromEntries(
        Object.entries(error.fields).map(([field, text]) => [
          toScoreFormFieldOfApiError(sent.current, field),
          text,
        ]),
      ) as FieldErrors<ScoreValues>,
    readCurrent: (error) => {
      const current = findCurrentTeamInPersonOrScoreError(error)
      return current && { values: toTeamScoresFormValues(places, current.scores), version: current.version }
    },
    toSavedState: (saved) => ({
      values: toTeamScoresFormValues(places, saved.scores),
      version: saved.version,
    }),
    onSaved: (saved) => {
      base.current = { version: saved.version, scores: JSON.stringify(saved.scores) }
      onSaved(saved)
    },
  })
  const { values, set } = form
  const errors = form.errors as Record<string, string | undefined>
  const total = computeTeamCompetitionPoints(
    competition.slug,
    parseScoresAndListProblems(values).scores.map(({ score }) => score),
  )
  const errorsOf = (entry: string) =>
    Object.fromEntries(
      Object.entries(errors).flatMap(([field, text]) =>
        field.startsWith(`${entry}.`) ? [[field.slice(entry.length + 1), text]] : [],
      ),
    )
  const words = (value: EntryValues | undefined) =>
    !value || isScoreEntryEmpty(value)
      ? ''
      : [
          value.score,
          value.time,
          value.youtubeLink,
          value.file,
          value.github,
          ...value.matches.map(({ fbs, obs, youtubeLink }) => `${fbs}/${obs} ${youtubeLink}`.trim()),
        ]
          .filter(Boolean)
          .join(' · ')
  const differences = (theirs: ScoreValues, mine: ScoreValues) =>
    [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((entry) => {
      const [other, own] = [words(theirs[entry]), words(mine[entry])]
      return other === own
        ? []
        : [
            {
              label: formatScoreSheetKey(t, (mine[entry] ?? theirs[entry])?.key ?? ''),
              theirs: other,
              mine: own,
            },
          ]
    })
  const add = () => {
    added.current += 1
    set(`free-new-${added.current}`, createEmptyScoreEntry('', true))
  }
  return (
    <RecordForm form={form} differences={differences}>
      <Text size="sm">{t('adminTeams.scores.hint')}</Text>
      {Object.entries(values).map(([entry, value]) =>
        value ? (
          <ScoreEntryFields
            key={entry}
            value={value}
            errors={errorsOf(entry)}
            timed={value.free || (places.find(({ key }) => key === value.key)?.time ?? true)}
            onChange={(next) => set(entry, next)}
            onRemove={value.free ? () => set(entry, undefined) : undefined}
          />
        ) : null,
      )}
      <Group justify="space-between">
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={!canAddScore(values)}
          onClick={add}
        >
          {t('adminTeams.scores.addEntry')}
        </Button>
        <Text fw={700} role="status">
          {t('adminTeams.scores.total')}: <bdi dir="ltr">{formatNumber(total, lang)}</bdi>
        </Text>
      </Group>
    </RecordForm>
  )
}
