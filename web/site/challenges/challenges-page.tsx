import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { logo } from '#contract/site/logo.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlayerPause, IconPlayerPlay } from '#web/shared/ui/icons.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import type { loader as layoutLoader } from '#web/site/layout/layout.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import styles from './stage.module.css'
import scrollingTagsStyles from './tags.module.css'

/**
 * Shows the scrolling tags of the hero section. They stop on demand, and do not move with
 * `prefers-reduced-motion`.
 */
function ScrollingTags({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation()
  const [stopped, setStopped] = useState(false)
  const line = (hidden: boolean) => (
    <ul className={scrollingTagsStyles.line} aria-hidden={hidden || undefined}>
      {[0, 1].flatMap((round) =>
        tags.map((tag) => (
          <li key={`${round} ${tag}`} aria-hidden={round > 0 || undefined}>
            {tag}
            <LogoStar size={22} />
          </li>
        )),
      )}
    </ul>
  )
  return (
    <div className={scrollingTagsStyles.tags} data-stopped={stopped}>
      <div className={scrollingTagsStyles.window}>
        {line(false)}
        {line(true)}
      </div>
      <button
        type="button"
        className={scrollingTagsStyles.pause}
        aria-label={t(stopped ? 'pages.challenges.play' : 'pages.challenges.pause')}
        onClick={() => setStopped(!stopped)}
      >
        {stopped ? <IconPlayerPlay size={20} /> : <IconPlayerPause size={20} />}
      </button>
    </div>
  )
}

type Feature = 'missions' | 'customization' | 'leaderboards' | 'rewards'

const place = (x: number, y: number, size: number, turn = 0) =>
  `translate(${x} ${y}) scale(${size / 64}) rotate(${turn}) translate(-32 -32)`

/** Shows the drawing of a field that changes every round. */
const Missions = () => (
  <>
    {[112, 82, 54].map((size, ring) => (
      <path key={size} className={styles.line} transform={place(160, 70, size, ring * 15)} d={logo.outline} />
    ))}
    <circle className={styles.sun} cx="160" cy="70" r="7" />
  </>
)

/** Shows the drawing of a robot with selectable parts; selected parts are highlighted. */
const Customization = () => (
  <>
    <g transform={place(160, 70, 116)}>
      <path className={styles.line} d={logo.outline} />
      <path className={styles.line} d={logo.traces} />
      <path className={styles.quiet} d={logo.pads} />
    </g>
    {[
      [43.46, 36.75],
      [27.25, 43.46],
      [20.54, 27.25],
    ].map(([x, y]) => (
      <circle
        key={x}
        className={styles.sun}
        cx={160 + (((x ?? 0) - 32) * 116) / 64}
        cy={70 + (((y ?? 0) - 32) * 116) / 64}
        r="8"
      />
    ))}
    <circle className={styles.oasis} cx="160" cy="70" r="9" />
  </>
)

/** Shows the drawing of a podium with three stars. */
const Leaderboards = () => (
  <>
    {(
      [
        ['second', 98, 78],
        ['first', 160, 52],
        ['third', 222, 94],
      ] as const
    ).map(([rank, x, y]) => (
      <g key={rank}>
        <path className={styles.step} d={`M${x - 24} 140V${y + 26}h48V140Z`} />
        <path className={styles[rank]} transform={place(x, y, 36)} d={logo.badge} />
      </g>
    ))}
  </>
)

/** Shows the drawing of a path of growing stars; the last one is gold. */
const Rewards = () => (
  <>
    <path className={styles.line} d="M52 104L108 88L176 74L226 64" />
    <path className={styles.quiet} transform={place(52, 104, 22)} d={logo.badge} />
    <path className={styles.oasis} transform={place(108, 88, 34)} d={logo.badge} />
    <path className={styles.oasis} transform={place(176, 74, 50)} d={logo.badge} />
    <path className={styles.sun} transform={place(252, 58, 74)} d={logo.star} fillRule="evenodd" />
  </>
)

const arts = {
  missions: Missions,
  customization: Customization,
  leaderboards: Leaderboards,
  rewards: Rewards,
}

/** Shows the decorative drawing of a feature, made of the star of the logo. */
function FeatureArt({ feature }: { feature: Feature }) {
  const Art = arts[feature]
  return (
    <div className={styles.art} aria-hidden="true">
      <svg
        aria-hidden="true"
        viewBox="0 0 320 140"
        className={feature === 'rewards' ? styles.onward : undefined}
        focusable="false"
      >
        <Art />
      </svg>
    </div>
  )
}

const features = [
  'missions',
  'customization',
  'leaderboards',
  'rewards',
] as const satisfies readonly Feature[]

/** Shows the four features of the first stage. */
function FirstStageFeatures() {
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

export default function ChallengesPage() {
  const { t } = useTranslation()
  const { isRegistrationEnabled } = useRootData()
  const hasSimulator =
    useRouteLoaderData<typeof layoutLoader>('site/layout/layout')?.settings?.features.simulator !== false
  return (
    <>
      <PageMetadata
        title={t('seo.challenges.title')}
        description={t('seo.challenges.description')}
        path="/challenges/"
      />
      <PageTitleBand title={t('pages.challenges.title')} text={t('pages.challenges.text')} />
      <ScrollingTags tags={t('pages.challenges.tags', { returnObjects: true })} />
      <PageSection
        above={t('pages.challenges.stage')}
        title={t('pages.challenges.stageTitle')}
        intro={t('pages.challenges.stageText')}
        aside={
          <div className={styles.actions}>
            <LocalizedLink to="/competitions/" className={page.button ?? ''}>
              {t(isRegistrationEnabled ? 'nav.registerTeam' : 'nav.competitions')}
            </LocalizedLink>
            {hasSimulator ? (
              <LocalizedLink to="/#simulator" className={page.ghost ?? ''}>
                {t('pages.challenges.cta')}
              </LocalizedLink>
            ) : null}
          </div>
        }
      >
        <FirstStageFeatures />
      </PageSection>
    </>
  )
}
