import { IconAdjustments, IconArrowsShuffle, IconChartBar, IconTrophy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './stage.module.css'

const features = [
  ['missions', IconArrowsShuffle],
  ['customization', IconAdjustments],
  ['leaderboards', IconChartBar],
  ['rewards', IconTrophy],
] as const

/** The four features of the first stage. */
export function StageFeatures() {
  const { t } = useTranslation()
  return (
    <ul className={styles.features}>
      {features.map(([name, Icon]) => (
        <li key={name} className={styles.feature}>
          <Icon size={36} stroke={1.5} aria-hidden />
          <h3 className={styles.title}>{t(`pages.challenges.features.${name}.title`)}</h3>
          <p className={styles.text}>{t(`pages.challenges.features.${name}.text`)}</p>
        </li>
      ))}
    </ul>
  )
}
