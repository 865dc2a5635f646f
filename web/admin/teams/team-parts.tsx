import { Avatar, Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getNameInitial } from '#contract/rules/certificate-name.ts'
import type { TeamStatus } from '#contract/rules/team-places.ts'
import type { TeamListRow } from '#contract/team.schema.ts'
import { StatusBadge, Thumbnail } from '#web/admin/shared/table-cells.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
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

/** Shows the first three members of a team with their pictures, and the number of the others. */
export function MemberAvatars({ members, memberCount }: Pick<TeamListRow, 'members' | 'memberCount'>) {
  const { t, i18n } = useTranslation()
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
        <Avatar key={id} src={picture} alt={name} title={name} size={30} radius="xl" classNames={{ placeholder: styles.face }}>
          <span role="img" aria-label={name}>
            <span aria-hidden>{getInitials(name)}</span>
          </span>
        </Avatar>
      ))}
      {more > 0 ? (
        <Avatar size={30} radius="xl" classNames={{ placeholder: styles.face }}>
          <span role="img" aria-label={t('adminTeams.more', { count: more })}>
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

/** Shows the picture of a team. */
export function TeamPicture({ src, size }: { src: string | null; size: number }) {
  return <Thumbnail src={src} size={size} icon={<IconUsersGroup size={size * 0.5} stroke={1.5} aria-hidden />} />
}

/** Shows whether a team has paid; `isFree` says that its competition has no fee. */
export function PaidBadge({ paid, isFree = false }: { paid: boolean; isFree?: boolean }) {
  const { t } = useTranslation()
  if (isFree && !paid) return <StatusBadge status="done">{t('adminTeams.noFee')}</StatusBadge>
  return <StatusBadge status={paid ? 'done' : 'open'}>{t(paid ? 'adminTeams.paid' : 'adminTeams.pending')}</StatusBadge>
}

/** Shows that a team has no place: it lapsed or waits. Shows nothing for a team with a place. */
export function PlaceBadge({ status }: { status: TeamStatus }) {
  const { t } = useTranslation()
  if (status === 'registered') return null
  return <StatusBadge status="open">{t(`adminTeams.places.${status}`)}</StatusBadge>
}

/** Shows whether a team has as many people as its competition requires. */
export function CompleteBadge({ complete }: { complete: boolean }) {
  const { t } = useTranslation()
  return <StatusBadge status={complete ? 'done' : 'open'}>{t(complete ? 'adminTeams.complete' : 'adminTeams.incomplete')}</StatusBadge>
}
