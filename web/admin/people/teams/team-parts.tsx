import { Avatar, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { getNameInitial } from '#contract/people/teams/person-name.ts'
import type { TeamListRow } from '#contract/people/teams/team.schema.ts'
import { teamLimits } from '#contract/people/teams/team.ts'
import type { TeamStatus } from '#contract/people/teams/team-places.ts'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { StatusBadge, Thumbnail } from '#web/admin/shared/table-cells.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconUsersGroup } from '#web/shared/ui/icons.ts'
import { minReasonLength } from './form-values.ts'
import styles from './teams.module.css'

/** The number of members that the list shows of a team (specification, section 2). */
const maxAvatars = 3
const getInitials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map(getNameInitial)
    // a separator keeps two Arabic letters from being joined
    .join('\u200c')

/** Shows the first three members of a team with their photos, and the number of the others. */
export function MemberAvatars({ members, memberCount }: Pick<TeamListRow, 'members' | 'memberCount'>) {
  const { tAttribute, i18n } = useTranslation()
  if (memberCount === 0)
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    )
  const faces = members.slice(0, maxAvatars)
  const more = memberCount - faces.length
  const number = formatNumber(more, i18n.language)
  return (
    <Avatar.Group spacing={2}>
      {faces.map(({ id, name, picture }) => (
        <Avatar
          key={id}
          src={picture}
          alt={name}
          title={name}
          size={30}
          radius="xl"
          classNames={{ placeholder: styles.face }}
        >
          <span role="img" aria-label={name}>
            <span aria-hidden>{getInitials(name)}</span>
          </span>
        </Avatar>
      ))}
      {more > 0 ? (
        <Avatar size={30} radius="xl" classNames={{ placeholder: styles.face }}>
          <span role="img" aria-label={tAttribute('adminTeams.more', { count: more })}>
            <bdi aria-hidden dir="ltr">
              +{number}
            </bdi>
          </span>
        </Avatar>
      ) : null}
    </Avatar.Group>
  )
}

/** Shows a list of labels and values. */
export function DetailList({ rows }: { rows: (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the image of a team. */
export function TeamImage({ src, size }: { src: string | null; size: number }) {
  return (
    <Thumbnail src={src} size={size} icon={<IconUsersGroup size={size * 0.5} stroke={1.5} aria-hidden />} />
  )
}

/** Shows whether a team has paid; `isFree` says that its competition has no fee. */
export function PaidPendingOrFreeBadge({ paid, isFree = false }: { paid: boolean; isFree?: boolean }) {
  const { t } = useTranslation()
  if (isFree && !paid) return <StatusBadge status="done">{t('adminTeams.noFee')}</StatusBadge>
  return (
    <StatusBadge status={paid ? 'done' : 'open'}>
      {t(paid ? 'adminTeams.paid' : 'adminTeams.pending')}
    </StatusBadge>
  )
}

/** Shows that a team has no place: it lapsed or waits. Shows nothing for a team with a place. */
export function MissingPlaceBadge({ status }: { status: TeamStatus }) {
  const { t } = useTranslation()
  if (status === 'registered') return null
  return <StatusBadge status="open">{t(`adminTeams.places.${status}`)}</StatusBadge>
}

/** Shows whether a team has as many people as its competition requires. */
export function CompleteOrIncompleteBadge({ complete }: { complete: boolean }) {
  const { t } = useTranslation()
  return (
    <StatusBadge status={complete ? 'done' : 'open'}>
      {t(complete ? 'adminTeams.complete' : 'adminTeams.incomplete')}
    </StatusBadge>
  )
}

/** Shows that the guardian of a member declined. */
export function GuardianRefusedBadge() {
  const { t } = useTranslation()
  return <StatusBadge status="problem">{t('adminTeams.consent.filterRefused')}</StatusBadge>
}

type NationalIdReasonDialogProps = {
  title: string
  text: string
  action: string
  onClose: () => void
  onSubmit: (reason: string) => Promise<void>
}

/**
 * Shows a dialog that asks for a reason before it shows or exports national IDs. The server writes the reason
 * to the audit log.
 */
export function NationalIdAccessReasonDialog({
  title,
  text,
  action,
  onClose,
  onSubmit,
}: NationalIdReasonDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { reason: '' },
    findProblem: ({ reason }) =>
      reason.trim().length < minReasonLength
        ? { fields: { reason: t('adminTeams.reveal.short', { min: minReasonLength }) } }
        : undefined,
    send: ({ reason }) => onSubmit(reason.trim()),
    describeFailure: ({ fields, message }) => (fields.reason ? undefined : message),
  })
  return (
    <FormDialog
      form={form}
      title={title}
      centered
      intro={<Text>{text}</Text>}
      action={action}
      onClose={onClose}
    >
      <TextInput
        label={t('adminTeams.reveal.reason')}
        dir="auto"
        data-autofocus
        withAsterisk
        aria-required
        maxLength={teamLimits.reason}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
