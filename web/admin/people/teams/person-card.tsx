import { ActionIcon, Button, Checkbox, Group, Stack, Text, Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import type { RecordedGuardianConfirmation } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import { getAgeInSeasonYear } from '#contract/people/teams/age.ts'
import { type PersonField, personFieldsWithoutConsent } from '#contract/people/teams/team.fields.ts'
import type { TeamPerson } from '#contract/people/teams/team.schema.ts'
import { getAgeYearFromRegistrationEnd } from '#contract/people/teams/team-rules.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatCalendarDate, formatNumber } from '#web/shared/format.ts'
import {
  formatStoredPersonField,
  getPersonFieldLabel,
  isLeftToRightPersonField,
  listGuardianDetailValues,
} from '#web/shared/people/teams/person-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconEdit, IconTrash, IconUser } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useToday } from '#web/shared/use-current-time.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { DetailList } from './team-parts.tsx'
import styles from './teams.module.css'

type GuardianConsentPanelProps = {
  teamId: string
  person: TeamPerson
  /** Undefined for an adult. */
  confirmation: RecordedGuardianConfirmation | undefined
  onChanged: () => void
}

/**
 * Shows the guardian of a member, the guardian's answer, and the actions to record a paper or take it back.
 * An adult consents to the photo alone.
 */
function GuardianConsentPanel({ teamId, person, confirmation, onChanged }: GuardianConsentPanelProps) {
  const { t, tAttribute, i18n } = useTranslation()
  const { formatDate } = useDateFormat()
  const mayRecord = useHasPermission('registration')
  const [asked, setAsked] = useState<'record' | 'remove'>()
  const { consent } = person
  const [guardian = '', ...contacts] = consent ? listGuardianDetailValues(consent) : []
  const photoText = (isPublic: boolean) =>
    t(isPublic ? 'adminTeams.consent.publish' : 'adminTeams.consent.noPublish')
  if (!confirmation)
    return (
      <>
        {t('adminTeams.consent.notNeeded')}
        {consent ? `. ${photoText(consent.publish)}` : null}
      </>
    )
  const { state, method, at, textVersion, mailedAt, recordedBy } = confirmation
  const isConfirmed = state === 'confirmed'
  const date = at === null ? '' : formatDate(at)
  const answer =
    isConfirmed && method
      ? `${t(`adminTeams.consent.confirmed.${method}`, {
          date,
          version: textVersion ?? '',
          name: recordedBy ?? t('adminTeams.consent.deletedOrganizer'),
        })} ${photoText(consent?.publish === true)}`
      : t(state === 'refused' ? 'adminTeams.consent.refused' : 'adminTeams.consent.missing', { date })
  const params = { teamId, personId: person.id }
  const action = isConfirmed ? (method === 'paper' ? 'remove' : undefined) : 'record'
  return (
    <Stack gap={6} align="flex-start" component="span">
      <span>
        {t('adminTeams.consent.guardian')}:{' '}
        {consent
          ? t('adminTeams.consent.entered', {
              guardian,
              contact: joinTexts(contacts, i18n.language),
              date: formatDate(consent.at),
            })
          : t('adminTeams.consent.noGuardian')}
      </span>
      <Text component="span" inherit fw={600} {...(isConfirmed ? {} : { c: 'var(--mantine-color-error)' })}>
        {answer}
      </Text>
      {!isConfirmed && mailedAt ? (
        <span>{t('adminTeams.consent.mailed', { date: formatDate(mailedAt) })}</span>
      ) : null}
      {mayRecord && action ? (
        <Group component="span" className={styles.screen}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={tAttribute('adminTeams.consent.of', {
              action: t(`adminTeams.consent.${action}`),
              name: person.name,
            })}
            onClick={() => setAsked(action)}
          >
            {t(`adminTeams.consent.${action}`)}
          </Button>
        </Group>
      ) : null}
      {asked ? (
        <PaperDialog
          action={asked}
          name={person.name}
          onClose={() => setAsked(undefined)}
          save={(publish) =>
            asked === 'record'
              ? callApi('PUT /api/admin/teams/:teamId/members/:personId/guardian-confirmation', {
                  params,
                  json: { publish },
                })
              : callApi('DELETE /api/admin/teams/:teamId/members/:personId/guardian-confirmation', { params })
          }
          onSaved={() => {
            setAsked(undefined)
            onChanged()
          }}
        />
      ) : null}
    </Stack>
  )
}

type PaperDialogProps = {
  action: 'record' | 'remove'
  name: string
  onClose: () => void
  save: (publish: boolean) => Promise<{ msg: string }>
  onSaved: () => void
}

/** Asks before a consent on paper is recorded or taken back. */
function PaperDialog({ action, name, onClose, save, onSaved }: PaperDialogProps) {
  const { t } = useTranslation()
  const [publish, setPublish] = useState(false)
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      toast.success((await save(publish)).msg)
      onSaved()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
      setBusy(false)
    }
  }
  const isRecord = action === 'record'
  return (
    <AdminConfirmDialog
      title={t(isRecord ? 'adminTeams.consent.recordTitle' : 'adminTeams.consent.removeTitle')}
      text={t(isRecord ? 'adminTeams.consent.recordText' : 'adminTeams.consent.removeText', { name })}
      action={t(isRecord ? 'adminTeams.consent.recordRun' : 'adminTeams.consent.remove')}
      {...(isRecord ? { color: 'oasis' } : {})}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void run()}
    >
      {isRecord ? (
        <Checkbox
          label={t('adminTeams.consent.recordPublish')}
          checked={publish}
          onChange={(event) => setPublish(event.currentTarget.checked)}
        />
      ) : null}
    </AdminConfirmDialog>
  )
}

type Props = {
  teamId: string
  person: TeamPerson
  competition: Pick<ActiveCompetition, 'closesAt'>
  /** Of the guardian of a minor. */
  confirmation: RecordedGuardianConfirmation | undefined
  /** The unmasked national ID while it is shown. */
  nationalId: string | undefined
  onReveal: () => void
  onHide: () => void
  onRemove: () => void
  onChanged: () => void
}

/** Shows the details of a coach or member. The printed national ID is always masked. */
export function PersonDetailsAndConsentCard({
  teamId,
  person,
  competition,
  confirmation,
  nationalId,
  onReveal,
  onHide,
  onRemove,
  onChanged,
}: Props) {
  const { t, tAttribute, i18n } = useTranslation()
  const mayReveal = useHasPermission('privacy')
  const lang = i18n.language
  const today = useToday()
  const { birthDate, kind, name } = person
  const age =
    birthDate &&
    getAgeInSeasonYear(birthDate, getAgeYearFromRegistrationEnd({ closesAt: competition.closesAt, today }))
  const born = birthDate && (
    <>
      <bdi>{formatCalendarDate(birthDate, lang)}</bdi>
      {age === null ? '' : ` (${t('adminTeams.person.age', { age: formatNumber(Number(age), lang) })})`}
    </>
  )
  const identity =
    person.nationalId === null ? (
      '–'
    ) : (
      <Group gap="xs" component="span">
        <bdi dir="ltr" className={nationalId ? styles.paper : undefined}>
          {person.nationalId}
        </bdi>
        {nationalId ? (
          <Text component="span" fw={700} role="status" className={styles.screen}>
            <bdi dir="ltr">{nationalId}</bdi>
          </Text>
        ) : null}
        {mayReveal ? (
          <Button
            size="compact-sm"
            variant="default"
            className={styles.screen}
            aria-label={nationalId ? undefined : tAttribute('adminTeams.showIdOf', { name })}
            onClick={nationalId ? onHide : onReveal}
          >
            {t(nationalId ? 'adminTeams.hide' : 'adminTeams.show')}
          </Button>
        ) : null}
      </Group>
    )
  const showField = (field: PersonField): ReactNode => {
    if (field === 'nationalId') return identity
    if (field === 'birthDate') return born || '–'
    const text = formatStoredPersonField(t, lang, field, person)
    return text !== '' && isLeftToRightPersonField(field) ? <bdi dir="ltr">{text}</bdi> : text || '–'
  }
  const edit = `/admin/team/${teamId}/${kind}/${person.id}/edit`
  return (
    <article className={styles.person}>
      <span className={styles.photo}>
        {person.picture ? (
          <img src={person.picture} alt="" width={96} height={120} />
        ) : (
          <IconUser size={44} stroke={1.3} aria-hidden />
        )}
      </span>
      <div className={styles.about}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text component="h3" fw={600}>
            <Bdi>{name}</Bdi>
          </Text>
          <Group gap={4} wrap="nowrap" className={styles.screen}>
            <Tooltip label={t('admin.list.edit')}>
              <ActionIcon
                component={Link}
                to={edit}
                variant="subtle"
                size={36}
                aria-label={tAttribute('adminTeams.editPerson', { name })}
              >
                <IconEdit size={20} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('admin.list.remove')}>
              <ActionIcon
                variant="subtle"
                size={36}
                c="var(--mantine-color-error)"
                aria-label={tAttribute('adminTeams.removePerson', { name })}
                onClick={onRemove}
              >
                <IconTrash size={20} />
              </ActionIcon>
            </Tooltip>
          </Group>
        </Group>
        <DetailList
          rows={[
            ...personFieldsWithoutConsent
              .filter((field) => field !== 'name')
              .map((field) => [getPersonFieldLabel(t, field), showField(field)] as const),
            ...(kind === 'member'
              ? [
                  [
                    t('adminTeams.consent.title'),
                    <GuardianConsentPanel
                      key="consent"
                      teamId={teamId}
                      person={person}
                      confirmation={confirmation}
                      onChanged={onChanged}
                    />,
                  ] as const,
                ]
              : []),
          ]}
        />
      </div>
    </article>
  )
}
