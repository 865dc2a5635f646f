import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RecordedGuardianConfirmation } from '#contract/guardian-confirmation.ts'
import { isolate } from '#contract/rules/isolate.ts'
import type { TeamPerson } from '#contract/team.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './view.module.css'

type Props = {
  teamId: string
  person: TeamPerson
  /** Undefined for an adult. */
  confirmation: RecordedGuardianConfirmation | undefined
  onChanged: () => void
}

/** Shows the guardian of a member, the guardian's answer, and the actions to record a paper or take it back. An adult consents to the photo alone. */
export function GuardianConsentPanel({ teamId, person, confirmation, onChanged }: Props) {
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  const mayRecord = useHasPermission('registration')
  const [asked, setAsked] = useState<'record' | 'remove'>()
  const { consent } = person
  const name = isolate(person.name)
  const photoText = (isPublic: boolean) => t(isPublic ? 'adminTeams.consent.publish' : 'adminTeams.consent.noPublish')
  if (!confirmation)
    return (
      <>
        {t('adminTeams.consent.notNeeded')}
        {consent ? `. ${photoText(consent.publish)}` : null}
      </>
    )
  const { state, method, at, textVersion, mailedAt, recordedBy } = confirmation
  const isConfirmed = state === 'confirmed'
  const date = isolate(at === null ? '' : formatDate(at))
  const answer =
    isConfirmed && method
      ? `${t(`adminTeams.consent.confirmed.${method}`, {
          date,
          version: `\u2066${textVersion}\u2069`,
          name: isolate(recordedBy ?? t('adminTeams.consent.deletedOrganizer')),
        })} ${photoText(consent?.publish === true)}`
      : t(state === 'refused' ? 'adminTeams.consent.refused' : 'adminTeams.consent.missing', { date })
  const action = isConfirmed ? (method === 'paper' ? 'remove' : undefined) : 'record'
  return (
    <Stack gap={6} align="flex-start" component="span">
      <span>
        {t('adminTeams.consent.guardian')}:{' '}
        {consent
          ? t('adminTeams.consent.entered', {
              guardian: isolate(consent.guardian),
              contact: isolate(consent.contact),
              date: isolate(formatDate(consent.at)),
            })
          : t('adminTeams.consent.noGuardian')}
      </span>
      <Text component="span" inherit fw={600} {...(isConfirmed ? {} : { c: 'var(--mantine-color-error)' })}>
        {answer}
      </Text>
      {!isConfirmed && mailedAt ? <span>{t('adminTeams.consent.mailed', { date: isolate(formatDate(mailedAt)) })}</span> : null}
      {mayRecord && action ? (
        <Group component="span" className={styles.screen}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('adminTeams.consent.of', { action: t(`adminTeams.consent.${action}`), name: person.name })}
            onClick={() => setAsked(action)}
          >
            {t(`adminTeams.consent.${action}`)}
          </Button>
        </Group>
      ) : null}
      {asked ? (
        <PaperDialog
          action={asked}
          name={name}
          onClose={() => setAsked(undefined)}
          save={(publish) =>
            asked === 'record'
              ? adminApi.teams.recordGuardianPaper(teamId, person.id, publish)
              : adminApi.teams.removeGuardianPaper(teamId, person.id)
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
  save: (publish: boolean) => Promise<{ message: string }>
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
      toast.success((await save(publish)).message)
      onSaved()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
      setBusy(false)
    }
  }
  const isRecord = action === 'record'
  return (
    <ConfirmDialog
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
    </ConfirmDialog>
  )
}
