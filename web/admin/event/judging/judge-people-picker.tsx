import { Button, Checkbox, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { JudgePerson } from '#contract/event/judging/judge-person.schema.ts'
import type { JudgeLanguage } from '#contract/event/judging/judge-person.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { useJudgePersonOptionsAndFormats } from '#web/admin/event/judge-people/use-judge-person-formats.ts'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from './judging.module.css'

/** How many people are listed at a time; search and filters find the others. */
const shownPeople = 100
/** In milliseconds: the pause in typing after which a search begins. */
const searchPauseMs = 250

type Filters = { language?: JudgeLanguage | undefined; competition?: string | undefined; notInEvent?: string }

/** Loads the first people who judge that match a search and filters, and counts all of them. */
const useFoundPeople = (search: string, filters: Filters) => {
  const [typed] = useDebouncedValue(search.trim(), searchPauseMs)
  return useLoadedValueWithErrorToast(
    () =>
      callApi('GET /api/admin/judges', {
        query: { per_page: shownPeople, s: typed || undefined, sort: 'name', ...filters },
      }),
    JSON.stringify({ typed, ...filters }),
  )
}

type PersonSelectProps = {
  eventId: string
  /** The person who is chosen first. */
  person: { id: string; name: string } | null
  value: string | null
  error: string | undefined
  onChange: (personId: string | null) => void
}

/** Chooses the person of the organizer whom a judge of an event is linked to. The server searches. */
export function JudgePersonSelect({ eventId, person, value, error, onChange }: PersonSelectProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(person)
  const found = useFoundPeople(search === chosen?.name ? '' : search, { notInEvent: eventId })
  const listed = (found?.judges ?? []).map(({ id, name, email }) => ({
    value: id,
    label: email === null ? name : joinTexts([name, email], lang),
  }))
  const known = [chosen, person].flatMap((each) => (each ? [{ value: each.id, label: each.name }] : []))
  const options = new Map([...listed, ...known].map((option) => [option.value, option]))
  return (
    <Select
      label={t('adminJudgePeople.fields.person')}
      description={t('adminJudgePeople.personHint')}
      data={[...options.values()]}
      searchable
      clearable
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('adminJudgePeople.nobody')}
      value={value}
      error={error}
      onChange={(id) => {
        const option = options.get(id ?? '')
        setChosen(option ? { id: option.value, name: option.label } : null)
        onChange(id)
      }}
    />
  )
}

type PickerProps = {
  eventId: string
  people: readonly JudgePerson[]
  /** The highest number of people. */
  limit: number
  error: string | undefined
  onChange: (people: JudgePerson[]) => void
}

/** Chooses people of the organizer who become judges of an event, by search, language and competition. */
export function JudgePeoplePicker({ eventId, people, limit, error, onChange }: PickerProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { languageOptions, competitionOptions, formatLanguages, formatCompetitions } =
    useJudgePersonOptionsAndFormats()
  const [search, setSearch] = useState('')
  const [language, setLanguage] = useState<string | null>(null)
  const [competition, setCompetition] = useState<string | null>(null)
  const found = useFoundPeople(search, {
    language: (language ?? undefined) as JudgeLanguage | undefined,
    competition: competition ?? undefined,
    notInEvent: eventId,
  })
  const shown = found?.judges ?? []
  const chosenIds = new Set(people.map(({ id }) => id))
  const listed = [...people.filter(({ id }) => !shown.some((person) => person.id === id)), ...shown]
  const add = (added: readonly JudgePerson[]) =>
    onChange([...people, ...added.filter(({ id }) => !chosenIds.has(id))].slice(0, limit))
  const describe = ({ email, languages, competitionIds }: JudgePerson) =>
    joinTexts(
      [email ?? '', formatLanguages(languages), formatCompetitions(competitionIds)].filter(
        (text) => text !== '',
      ),
      lang,
    )
  return (
    <Fieldset legend={t('adminJudgePeople.choose')}>
      <Stack gap="sm">
        <Text size="sm">{t('adminJudgePeople.chooseHint')}</Text>
        <TextInput
          label={t('adminJudgePeople.search')}
          type="search"
          dir="auto"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Group grow>
          <Select
            label={t('adminJudgePeople.fields.languages')}
            clearable
            data={languageOptions}
            value={language}
            onChange={setLanguage}
          />
          <Select
            label={t('adminJudgePeople.fields.competitionIds')}
            clearable
            data={competitionOptions}
            value={competition}
            onChange={setCompetition}
          />
        </Group>
        {found && listed.length === 0 ? <Text>{t('adminJudgePeople.nobody')}</Text> : null}
        {listed.length > 0 ? (
          <>
            <Group gap="xs">
              <Text size="sm" role="status">
                {t('adminJudgePeople.selected', { count: people.length })}
              </Text>
              <Button
                size="xs"
                variant="default"
                disabled={people.length >= limit || shown.every(({ id }) => chosenIds.has(id))}
                onClick={() => add(shown)}
              >
                {t('adminJudgePeople.selectShown')}
              </Button>
              <Button size="xs" variant="default" disabled={people.length === 0} onClick={() => onChange([])}>
                {t('adminJudgePeople.deselect')}
              </Button>
            </Group>
            <ul className={styles.people}>
              {listed.map((person) => (
                <li key={person.id}>
                  <Checkbox
                    label={<Bdi>{person.name}</Bdi>}
                    description={describe(person)}
                    checked={chosenIds.has(person.id)}
                    disabled={!chosenIds.has(person.id) && people.length >= limit}
                    onChange={({ currentTarget }) =>
                      currentTarget.checked
                        ? add([person])
                        : onChange(people.filter(({ id }) => id !== person.id))
                    }
                  />
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {found && found.totalItems > shown.length ? (
          <Text size="sm" c="dimmed">
            {t('adminJudgePeople.shownOf', {
              shown: formatNumber(shown.length, lang),
              total: formatNumber(found.totalItems, lang),
            })}
          </Text>
        ) : null}
        {error === undefined ? null : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}
