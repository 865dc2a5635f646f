import { useTranslation } from '#web/shared/texts.ts'
import { type Feature, FeatureArt } from './feature-art.tsx'
import styles from './stage.module.css'

const features = ['missions', 'customization', 'leaderboards', 'rewards'] as const satisfies readonly Feature[]

/** Shows the four features of the first stage. */
export function FirstStageFeatures() {
  const { t } = useTranslation()
  return (
    <ul className={styles.features}>
      {features.map((name) => (
        <li key={name} className={styles.feature}>
          <FeatureArt feature={name} />
          <div className={styles.words}>
            <h3 className={styles.title}>{t(`pages.challenges.features.${name}.title`)}</h3>
            <p className={styles.text}>{t(`pages.challenges.features.${name}.text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
