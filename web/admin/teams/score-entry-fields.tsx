import { ActionIcon, Button, Fieldset, Group, Input, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { teamLimits } from '#contract/team.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { formatScoreSheetKey } from './format-score-sheet-key.ts'
import { type EntryValues, emptyMatch, type MatchValues } from './score-values.ts'

type Props = {
  value: EntryValues
  onChange: (value: EntryValues) => void
  /** Error messages by field; `matches` for any match. */
  errors: Record<string, string | undefined>
  /** Whether the entry has a time. */
  timed: boolean
  onRemove?: (() => void) | undefined
}

/** Shows the fields of one score: points, time, links and matches. */
export function ScoreEntryFields({ value, onChange, errors, timed, onRemove }: Props) {
  const { t } = useTranslation()
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
    onChange({ ...value, matches: value.matches.map((match, i) => (i === at ? { ...match, ...part } : match)) })
  const match = (at: number, field: 'fbs' | 'obs' | 'youtubeLink', label: string, more: object = {}) => (
    <TextInput
      label={label}
      aria-label={`${t('adminTeams.scores.match', { number: at + 1 })}: ${label}`}
      dir="ltr"
      value={value.matches[at]?.[field] ?? ''}
      onChange={(event) => setMatch(at, { [field]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <Fieldset legend={name} miw={0}>
      <Stack gap="sm">
        {value.free ? text('key', { dir: 'auto', maxLength: teamLimits.key, description: t('adminTeams.scores.keyHint') }) : null}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {text('score', { inputMode: 'decimal', maxLength: 20 })}
          {timed || value.time !== '' ? text('time', { maxLength: 20, description: t('adminTeams.scores.timeHint') }) : null}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {text('youtubeLink', { type: 'url' })}
          {text('file')}
          {text('github')}
        </SimpleGrid>
        {value.matches.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two matches may be the same while one is typed
          <Group key={at} align="flex-end" gap="xs" role="group" aria-label={t('adminTeams.scores.match', { number: at + 1 })}>
            {match(at, 'fbs', t('adminTeams.scores.fbs'), { w: 90, inputMode: 'numeric', maxLength: 12 })}
            {match(at, 'obs', t('adminTeams.scores.obs'), { w: 90, inputMode: 'numeric', maxLength: 12 })}
            {match(at, 'youtubeLink', t('adminTeams.scores.matchLink'), { flex: '1 1 12rem', type: 'url', maxLength: teamLimits.link })}
            <ActionIcon
              variant="subtle"
              size={40}
              c="var(--mantine-color-error)"
              aria-label={t('adminTeams.scores.removeMatch', { number: at + 1 })}
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
