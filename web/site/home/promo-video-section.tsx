import { useEffect, useRef, useState } from 'react'
import { useLang } from '#web/shared/language.ts'
import type { PageSettings } from '#web/shared/page-settings.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlayerPlayFilled } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './story.module.css'

/** Shows the promo video: a poster and a button; the video is loaded when it is played. */
export function PromoVideoSection({ story, video: src }: { story: PageSettings['story']; video: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const [playing, setPlaying] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (playing) video.current?.focus()
  }, [playing])
  return (
    <section className={styles.story} aria-labelledby="story-title">
      <div className={`${page.wide} ${styles.columns}`}>
        <div>
          <p className={styles.kind}>{t('home.story.title')}</p>
          <h2 id="story-title" className={page.title}>
            {story.title[lang]}
          </h2>
          <p className={styles.text}>{story.text[lang]}</p>
        </div>
        <div className={styles.screen}>
          {playing ? (
            // biome-ignore lint/a11y/useMediaCaption: the video has no speech
            <video ref={video} src={src} poster={story.poster ?? undefined} controls autoPlay playsInline />
          ) : (
            <>
              {story.poster ? (
                <img src={story.poster} alt="" width={1280} height={720} loading="lazy" />
              ) : null}
              <button type="button" className={styles.play} onClick={() => setPlaying(true)}>
                <IconPlayerPlayFilled size={34} aria-hidden />
                <span className={hidden.visuallyHidden}>{t('home.story.play')}</span>
              </button>
            </>
          )}
        </div>
      </div>
    </section>
  )
}
