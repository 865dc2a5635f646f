import type { RevealedMember } from '#contract/event/results/results.schema.ts'
import { formatRankInWords } from '#i18n/formats/certificate-texts.ts'
import { Medal } from '#web/shared/event/ranking/medal.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './podium.module.css'

type PodiumRow = {
  id: string
  rank: number
  name: string
  playerName: string
  teamNo: string
  schoolName: string
  totalScore: number
  members?: readonly RevealedMember[]
  isProvisional?: true | undefined
}

/** Lists the number, the player and the school of a team. */
export const formatTeamNoPlayerAndSchool = ({
  teamNo,
  playerName,
  schoolName,
}: Pick<PodiumRow, 'teamNo' | 'playerName' | 'schoolName'>) =>
  [teamNo, playerName, schoolName].filter(Boolean).join(' · ')

/** Lists members by their names, with the photos that may be shown. */
export function MemberListWithPhotos({
  className,
  members,
}: {
  className: string | undefined
  members: readonly RevealedMember[]
}) {
  if (members.length === 0) return null
  return (
    <ul className={className}>
      {members.map(({ name, photo }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two members may have the same name, and the list does not change
        <li key={index}>
          {photo ? <img src={photo} alt="" /> : null}
          <Bdi>{name}</Bdi>
        </li>
      ))}
    </ul>
  )
}

/**
 * Shows the first three ranks as a podium, each above a step as high as its rank. Entries that share a rank stand
 * side by side.
 */
export function DisplayPodium({ title, rows }: { title: string; rows: readonly PodiumRow[] }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <ol className={styles.podium}>
        {rows.map((row) => (
          <li key={row.id} data-rank={row.rank}>
            <span className={hidden.visuallyHidden}>
              {formatRankInWords(t, row.rank, lang, 'display.reveal')}
            </span>
            <Bdi className={styles.name}>{row.name || t('display.unnamed')}</Bdi>
            <small>
              {row.isProvisional ? `${t('display.provisional')} · ` : null}
              <Bdi>{formatTeamNoPlayerAndSchool(row)}</Bdi>
            </small>
            <MemberListWithPhotos className={styles.members} members={row.members ?? []} />
            <div className={styles.step}>
              <Medal rank={row.rank} isProvisional={row.isProvisional} />
              <span className={styles.points}>
                {t('display.points', { points: formatNumber(row.totalScore, lang) })}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
