import { useEffect, useRef } from 'react'
import type { Region } from '#contract/region.ts'
import fields from '#web/shared/forms/field.module.css'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { differences } from './differences.ts'
import type { Keeping } from './draft-autosave.ts'
import styles from './form.module.css'
import { formatTime } from './format.ts'
import { fieldsInOrder, labelOf } from './problems.ts'
import type { TeamForm } from './use-team-form.ts'
import { fromTeam } from './values.ts'

/** Everything that is wrong, each thing a link to its field. */
export function ProblemList({ form }: { form: TeamForm }) {
  const { t } = useTranslation()
  const all = fieldsInOrder(form.errors)
  if (all.length === 0) return null
  return (
    <div role="alert" className={fields.problem}>
      <p className={styles.strong}>{t('ownTeams.form.problems', { count: all.length })}</p>
      <ul className={styles.problemList}>
        {all.map((field) => (
          <li key={field}>
            <button type="button" className={styles.link} onClick={() => form.goTo(field)}>
              {[labelOf(t, field), form.errors[field]].filter(Boolean).join(' – ')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type TroubleProps = { form: TeamForm; regions: Region[]; onSignIn: () => void }

/** Why it was not sent, and what can be done. */
export function TroubleNotice({ form, regions, onSignIn }: TroubleProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const box = useRef<HTMLDivElement>(null)
  const { trouble } = form
  const fieldless = Object.keys(form.errors).length === 0
  // with faulty fields the first of them is gone to; without, this is what there is to read
  useEffect(() => {
    if (trouble && fieldless) box.current?.scrollIntoView({ block: 'center' })
  }, [trouble, fieldless])
  if (!trouble) return <div role="alert" ref={box} />
  if (trouble.kind === 'stale') {
    const found = differences(t, lang, regions, form.values, trouble.current)
    return (
      <div ref={box} role="alert" className={fields.problem}>
        <p className={styles.strong}>{t('ownTeams.trouble.staleTitle')}</p>
        <p>{t(found.length > 0 ? 'ownTeams.trouble.staleText' : 'ownTeams.trouble.staleSame')}</p>
        {found.length > 0 ? (
          <dl className={styles.differences}>
            {found.map(({ label, mine, theirs }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {t('ownTeams.trouble.yours')}: <bdi>{mine}</bdi>
                </dd>
                <dd>
                  {t('ownTeams.trouble.theirs')}: <bdi>{theirs}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        <p className={styles.row}>
          <button type="button" className={page.button} onClick={() => form.overwrite(trouble.current.version)}>
            {t('ownTeams.trouble.keepMine')}
          </button>
          <button type="button" className={page.ghost} onClick={() => form.take(fromTeam(trouble.current), trouble.current.version)}>
            {t('ownTeams.trouble.takeTheirs')}
          </button>
        </p>
      </div>
    )
  }
  const words = {
    offline: t('ownTeams.trouble.offline'),
    'signed-out': t('ownTeams.trouble.signedOut'),
    places: t('ownTeams.trouble.places'),
    closed: t('ownTeams.trouble.closed'),
    refused: trouble.kind === 'refused' ? trouble.text : '',
  }[trouble.kind]
  return (
    <div ref={box} role="alert" className={fields.problem}>
      <p>{words}</p>
      {trouble.kind === 'signed-out' ? (
        <button type="button" className={styles.link} onClick={onSignIn}>
          {t('ownTeams.trouble.signIn')}
        </button>
      ) : null}
    </div>
  )
}

/** How far the keeping of the draft is. Only what goes wrong is read out. */
export function KeepingLine({ keeping, onSignIn }: { keeping: Keeping; onSignIn: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const quiet = keeping.kind === 'waiting' || keeping.kind === 'kept'
  return (
    <div className={styles.keeping} data-state={keeping.kind}>
      {keeping.kind === 'waiting' ? <p>{t('ownTeams.draft.waiting')}</p> : null}
      {keeping.kind === 'kept' ? <p>{t('ownTeams.draft.kept', { time: formatTime(keeping.at, lang) })}</p> : null}
      <div role="status">
        {quiet || keeping.kind === 'nothing' ? null : (
          <p className={styles.notKept}>
            {keeping.kind === 'offline'
              ? t('ownTeams.draft.offline')
              : keeping.kind === 'signed-out'
                ? t('ownTeams.draft.signedOut')
                : t('ownTeams.draft.failed', { text: keeping.text })}{' '}
            {keeping.kind === 'signed-out' ? (
              <button type="button" className={styles.link} onClick={onSignIn}>
                {t('ownTeams.trouble.signIn')}
              </button>
            ) : null}
          </p>
        )}
      </div>
    </div>
  )
}
