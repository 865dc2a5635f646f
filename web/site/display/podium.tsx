import { formatNumber } from '#web/shared/format.ts'
import { Medal } from '#web/shared/ranking/medal.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './podium.module.css'

type PodiumRow = {
  id: string
  rank: number
  name: string
  teamName: string
  teamNo: string
  schoolName: string
  isProvisional?: true | undefined
}

/** Lists the number and the school of a team, and the team of a person. */
export const formatEntryDetails = ({
  teamNo,
  teamName,
  schoolName,
}: Pick<PodiumRow, 'teamNo' | 'teamName' | 'schoolName'>) =>
  [teamNo, teamName, schoolName].filter(Boolean).join(' · ')

/** Shows the first three ranks as a podium. Entries that share a rank stand side by side. */
export function DisplayPodium({ title, rows }: { title: string; rows: readonly PodiumRow[] }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <ol className={styles.podium}>
        {rows.map((row) => (
          <li key={row.id} data-rank={row.rank}>
            <Medal rank={row.rank} isProvisional={row.isProvisional} />
            <span className={hidden.visuallyHidden}>
              {t('display.reveal.place', { rank: formatNumber(row.rank, i18n.language) })}
            </span>
            <bdi>{row.name || t('display.unnamed')}</bdi>
            <small>
              {row.isProvisional ? `${t('display.provisional')} · ` : null}
              <bdi>{formatEntryDetails(row)}</bdi>
            </small>
          </li>
        ))}
      </ol>
    </>
  )
}
