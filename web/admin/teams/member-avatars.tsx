import { Avatar, Text } from '@mantine/core'
import { getNameInitial } from '#contract/rules/certificate-name.ts'
import type { TeamListRow } from '#contract/team.ts'
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
        <Avatar key={id} src={picture} alt={name} title={name} size={34} radius="xl" classNames={{ placeholder: styles.face }}>
          <span role="img" aria-label={name}>
            <span aria-hidden>{getInitials(name)}</span>
          </span>
        </Avatar>
      ))}
      {more > 0 ? (
        <Avatar size={34} radius="xl" classNames={{ placeholder: styles.face }}>
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
