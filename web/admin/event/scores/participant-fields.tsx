import {
  Combobox,
  InputBase,
  Loader,
  SegmentedControl,
  Select,
  SimpleGrid,
  TextInput,
  useCombobox,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type MissionType, missionTypes } from '#contract/event/event.ts'
import type { Participant, ParticipantOption } from '#contract/event/scores/score.schema.ts'
import { type ParticipantText, scoreFields } from '#contract/event/scores/score.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'

type SearchProps = {
  eventId: string
  /** What the field is for, where it is not about a new entry. */
  label?: string
  /** Lists teams only. */
  onlyTeams?: boolean
  onPick: (option: ParticipantOption | undefined) => void
}

/** Shows a search field for a user or a team. */
export function UserOrTeamSearchField({ eventId, label, onlyTeams = false, onPick }: SearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [options, setOptions] = useState<ParticipantOption[]>()
  const box = useCombobox()

  const [debouncedText] = useDebouncedValue(text.trim(), 250)

  useEffect(() => {
    if (debouncedText === '') return setOptions(undefined)
    const controller = new AbortController()
    callApi('GET /api/admin/events/:eventId/participants', {
      params: { eventId },
      query: { s: debouncedText },
      signal: controller.signal,
    })
      .then(({ participants }) =>
        setOptions(participants.filter(({ kind }) => kind === 'team' || !onlyTeams)),
      )
      .catch(() => {
        if (!controller.signal.aborted) setOptions([])
      })
    return () => controller.abort()
  }, [eventId, debouncedText, onlyTeams])

  const isLoading = text.trim() !== '' && options === undefined
  return (
    <Combobox
      store={box}
      onOptionSubmit={(id) => {
        const picked = options?.find((option) => option.id === id)
        if (picked) setText(picked.name)
        onPick(picked)
        box.closeDropdown()
      }}
    >
      <Combobox.Target>
        <InputBase
          label={label ?? t('adminScores.form.account')}
          placeholder={t('adminScores.form.accountHint')}
          value={text}
          dir="auto"
          rightSection={isLoading ? <Loader size={18} aria-label={t('adminScores.form.searching')} /> : null}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
          onChange={(event) => {
            setText(event.currentTarget.value)
            onPick(undefined)
            box.openDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options === undefined}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {options?.map((option) => (
            <Combobox.Option key={option.id} value={option.id}>
              <Bdi>{option.name}</Bdi>{' '}
              <small>
                {t(`adminScores.form.${option.kind}`)} · <Bdi>{option.detail}</Bdi>
              </small>
            </Combobox.Option>
          ))}
          {options?.length === 0 ? <Combobox.Empty>{t('adminScores.form.noneFound')}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

type DetailProps = {
  participant: Participant
  onChange: (participant: Participant) => void
  /** Errors by field. */
  errors: Record<string, string>
  /** A user keeps the email address, so the field is left out. */
  hasAccount?: boolean
}

/** Shows the fields of a participant: name, email, team, school, level. */
export function ParticipantDetailFields({ participant, onChange, errors, hasAccount = false }: DetailProps) {
  const { t } = useTranslation()
  const text = (field: ParticipantText, dir: 'auto' | 'ltr' = 'auto') => (
    <TextInput
      label={t(`adminScores.fields.${field}`)}
      value={participant[field] ?? ''}
      maxLength={scoreFields[field].maxLength}
      dir={dir}
      type={field === 'playerEmail' ? 'email' : 'text'}
      error={errors[field]}
      onChange={(event) => onChange({ ...participant, [field]: event.currentTarget.value })}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {text('playerName')}
      {hasAccount ? null : text('playerEmail', 'ltr')}
      {text('teamName')}
      {text('teamNo', 'ltr')}
      {text('schoolName')}
      <Select
        label={t('adminScores.fields.missionType')}
        placeholder={t('adminScores.form.levelAuto')}
        value={participant.missionType === undefined ? null : String(participant.missionType)}
        data={missionTypes.map((type) => ({ value: String(type), label: t(`missionType.${type}`) }))}
        onChange={(value) => {
          const { missionType: _, ...rest } = participant
          onChange(value === null ? rest : { ...rest, missionType: Number(value) as MissionType })
        }}
      />
    </SimpleGrid>
  )
}

/** Whether the participant is a user, a team or a guest. */
export type ParticipantKind = 'known' | 'guest'

type Props = {
  eventId: string
  kind: ParticipantKind
  onKindChange: (kind: ParticipantKind) => void
  participant: Participant
  onChange: (participant: Participant) => void
  /** Errors by field. */
  errors: Record<string, string>
  /** The error of the participant as a whole. */
  error: string | undefined
}

/** Shows the choice of the participant of a new entry: a user, a team or a guest. */
export function ParticipantChoiceFields({
  eventId,
  kind,
  onKindChange,
  participant,
  onChange,
  errors,
  error,
}: Props) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        fullWidth
        styles={{ label: { whiteSpace: 'normal' } }}
        aria-label={t('adminScores.form.participant')}
        value={kind}
        onChange={(value) => {
          onKindChange(value as ParticipantKind)
          onChange({})
        }}
        data={[
          { value: 'known', label: t('adminScores.form.account') },
          { value: 'guest', label: t('adminScores.form.guest') },
        ]}
      />
      {kind === 'known' ? (
        <UserOrTeamSearchField
          eventId={eventId}
          onPick={(option) =>
            onChange(option ? (option.kind === 'user' ? { userId: option.id } : { teamId: option.id }) : {})
          }
        />
      ) : (
        <ParticipantDetailFields participant={participant} onChange={onChange} errors={errors} />
      )}
      {error ? (
        <p role="alert" style={{ color: 'var(--mantine-color-error)', margin: 0 }}>
          {error}
        </p>
      ) : null}
    </>
  )
}
