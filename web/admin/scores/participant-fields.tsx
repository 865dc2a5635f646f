import { Combobox, InputBase, Loader, SegmentedControl, Select, SimpleGrid, TextInput, useCombobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type MissionType, missionTypes } from '#contract/event.ts'
import { type Participant, type ParticipantFound, scoreLimits } from '#contract/score.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'

type FoundProps = { eventId: string; onPick: (found: ParticipantFound | undefined) => void }

/** Finds an account or a team while somebody types. */
function FindParticipant({ eventId, onPick }: FoundProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [found, setFound] = useState<ParticipantFound[]>()
  const box = useCombobox()

  useEffect(() => {
    if (text.trim() === '') return setFound(undefined)
    const ending = new AbortController()
    const timer = window.setTimeout(() => {
      adminApi.scores
        .participants(eventId, text.trim(), ending.signal)
        .then(setFound)
        .catch(() => {
          if (!ending.signal.aborted) setFound([])
        })
    }, 250)
    return () => {
      window.clearTimeout(timer)
      ending.abort()
    }
  }, [eventId, text])

  const waiting = text.trim() !== '' && found === undefined
  return (
    <Combobox
      store={box}
      onOptionSubmit={(id) => {
        const picked = found?.find((each) => each.id === id)
        if (picked) setText(picked.name)
        onPick(picked)
        box.closeDropdown()
      }}
    >
      <Combobox.Target>
        <InputBase
          label={t('adminScores.form.account')}
          placeholder={t('adminScores.form.accountHint')}
          value={text}
          dir="auto"
          rightSection={waiting ? <Loader size={18} aria-label={t('adminScores.form.searching')} /> : null}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
          onChange={(event) => {
            setText(event.currentTarget.value)
            onPick(undefined)
            box.openDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found === undefined}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {found?.map((each) => (
            <Combobox.Option key={each.id} value={each.id}>
              <bdi>{each.name}</bdi>{' '}
              <small>
                {t(`adminScores.form.${each.kind}`)} · <bdi>{each.detail}</bdi>
              </small>
            </Combobox.Option>
          ))}
          {found?.length === 0 ? <Combobox.Empty>{t('adminScores.form.noneFound')}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

type DetailProps = { who: Participant; onChange: (who: Participant) => void; fields: Record<string, string>; linked?: boolean }

/** What an entry says of somebody: name, e-mail, team, school, level. */
export function DetailFields({ who, onChange, fields, linked = false }: DetailProps) {
  const { t } = useTranslation()
  const text = (key: 'name' | 'email' | 'teamNo' | 'teamName' | 'school', max: number, dir: 'auto' | 'ltr' = 'auto') => (
    <TextInput
      label={t(`adminScores.form.${key}`)}
      value={who[key] ?? ''}
      maxLength={max}
      dir={dir}
      type={key === 'email' ? 'email' : 'text'}
      error={fields[key]}
      onChange={(event) => onChange({ ...who, [key]: event.currentTarget.value })}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {text('name', scoreLimits.name)}
      {linked ? null : text('email', scoreLimits.email, 'ltr')}
      {text('teamName', scoreLimits.name)}
      {text('teamNo', scoreLimits.teamNo, 'ltr')}
      {text('school', scoreLimits.name)}
      <Select
        label={t('adminScores.form.level')}
        placeholder={t('adminScores.form.levelAuto')}
        value={who.missionType === undefined ? null : String(who.missionType)}
        data={missionTypes.map((type) => ({ value: String(type), label: t(`missionType.${type}`) }))}
        onChange={(value) => {
          const { missionType: _, ...rest } = who
          onChange(value === null ? rest : { ...rest, missionType: Number(value) as MissionType })
        }}
      />
    </SimpleGrid>
  )
}

type Props = {
  eventId: string
  who: Participant
  onChange: (who: Participant) => void
  fields: Record<string, string>
  error: string | undefined
}

/** Who took part: an account, a team, or somebody without either. */
export function WhoFields({ eventId, who, onChange, fields, error }: Props) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<'known' | 'guest'>('known')
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('adminScores.form.who')}
        value={kind}
        onChange={(value) => {
          setKind(value as typeof kind)
          onChange({})
        }}
        data={[
          { value: 'known', label: t('adminScores.form.account') },
          { value: 'guest', label: t('adminScores.form.guest') },
        ]}
      />
      {kind === 'known' ? (
        <FindParticipant
          eventId={eventId}
          onPick={(found) => onChange(found ? (found.kind === 'user' ? { userId: found.id } : { teamId: found.id }) : {})}
        />
      ) : (
        <DetailFields who={who} onChange={onChange} fields={fields} />
      )}
      {error ? (
        <p role="alert" style={{ color: 'var(--mantine-color-error)', margin: 0 }}>
          {error}
        </p>
      ) : null}
    </>
  )
}
