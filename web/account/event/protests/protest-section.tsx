import { useRef, useState } from 'react'
import type { EntryWithProtests, Protest } from '#contract/event/protest.schema.ts'
import { protestLimits } from '#contract/event/protest.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { createUuid } from '#web/account/people/teams/form/form-values.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { formatAttempt } from '#web/shared/event/scores/format-attempt.ts'
import { formatNumber } from '#web/shared/format.ts'
import { ConfirmDialog, Dialog, DialogActions } from '#web/shared/forms/dialog.tsx'
import { SelectField, TextAreaField } from '#web/shared/forms/fields.tsx'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { useIsPast } from '#web/shared/use-current-time.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './protests.module.css'

/**
 * Lists what a new protest can be about: the ids of attempts, and null for the whole result. There is at most
 * one open protest about each.
 */
const listAttemptIdsToProtest = ({
  attempts,
  protests,
}: Pick<EntryWithProtests, 'attempts' | 'protests'>): (string | null)[] => {
  const openSubjects = protests.filter(({ state }) => state === 'open').map(({ attemptId }) => attemptId)
  return [null, ...attempts.map(({ id }) => id)].filter((subject) => !openSubjects.includes(subject))
}

const wholeResult = ''
type ProtestDialogProps = {
  entry: EntryWithProtests
  /** Names what a protest is about; null is the whole result. */
  formatSubject: (attemptId: string | null) => string
  onSent: () => void
  onClose: () => void
}

/**
 * Shows a dialog that asks for a review of an attempt or of the whole result. A form that is sent again after
 * a lost reply creates no second protest.
 */
function ProtestDialog({ entry, formatSubject, onSent, onClose }: ProtestDialogProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [id] = useState(createUuid)
  const dialog = useRef<HTMLDialogElement>(null)
  const subjects = listAttemptIdsToProtest(entry)
  const [subject, setSubject] = useState(subjects.at(-1) ?? wholeResult)
  const [reason, setReason] = useState('')
  const { submitting, failure, submit, reject } = useSubmitRunner({ offline: t('accountTeams.offline') })
  const send = () => {
    if (reason.trim() === '')
      return reject(t('messages.formIncomplete'), { reason: t('fieldErrors.required') })
    void submit(async () => {
      const attemptId = subject === wholeResult ? null : subject
      toast.success(
        (await accountApi.protests.create(id, { entryId: entry.entryId, attemptId, reason })).message,
      )
      onSent()
    })
  }
  return (
    <Dialog
      ref={dialog}
      title={t('protests.ask')}
      text={getEventTitleWithFallback(entry.event.title, lang)}
      onClose={onClose}
    >
      <Form failure={failure} onSubmit={send}>
        <SelectField
          label={t('protests.about')}
          value={subject}
          options={subjects.map((attemptId) => ({
            value: attemptId ?? wholeResult,
            label: formatSubject(attemptId),
          }))}
          onValueChange={setSubject}
        />
        <TextAreaField
          label={t('protests.reason')}
          hint={t('protests.reasonHint', {
            used: formatNumber(reason.length, lang),
            limit: formatNumber(protestLimits.reason, lang),
          })}
          value={reason}
          maxLength={protestLimits.reason}
          required
          error={failure?.fields.reason}
          onValueChange={setReason}
        />
        <DialogActions>
          <SubmitButton submitting={submitting}>{t('protests.send')}</SubmitButton>
          <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
            {t('protests.cancel')}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** `showsTeam`: each result names its team. */
type Props = { entries: readonly EntryWithProtests[]; showsTeam?: boolean; onChanged: () => void }

/**
 * Shows the results of an account or team in events with protests: what was sent and answered, and the form
 * for a new protest. Renders nothing without such results.
 */
export function ResultsWithProtestFormsSection({ entries, showsTeam = false, onChanged }: Props) {
  const { t } = useTranslation()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="protests" className={styles.section}>
      <h2 id="protests" className={styles.title}>
        {t('protests.title')}
      </h2>
      {entries.some(({ acceptsProtests }) => acceptsProtests) ? (
        <p className={styles.quiet}>{t('protests.intro')}</p>
      ) : null}
      <ul className={styles.cards}>
        {entries.map((entry) => (
          <li key={entry.entryId} className={styles.card}>
            <EntryProtests
              entry={entry}
              showsTeam={showsTeam && entry.teamId !== null}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EntryProtests({
  entry,
  showsTeam,
  onChanged,
}: {
  entry: EntryWithProtests
  showsTeam: boolean
  onChanged: () => void
}) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [isAsking, setIsAsking] = useState(false)
  const [withdrawn, setWithdrawn] = useState<Protest>()
  const isPast = useIsPast(entry.protestsUntil)
  const { event, protestsUntil, acceptsProtests, attempts, protests } = entry
  const formatSubject = (attemptId: string | null) => {
    const attempt = attempts.find(({ id }) => id === attemptId)
    if (attemptId === null) return t('protests.wholeResult')
    return attempt ? formatAttempt(t, lang, formatDateTime, attempt) : t('protests.removedAttempt')
  }
  const withdraw = async (protest: Protest) => {
    toast.success((await accountApi.protests.withdraw(protest.id)).message)
    setWithdrawn(undefined)
    onChanged()
  }
  const title = getEventTitleWithFallback(event.title, lang)
  const getDeadlineText = () => {
    if (protestsUntil === null) return t('protests.ended')
    if (acceptsProtests) return t('protests.until', { time })
    return isPast ? t('protests.over', { time }) : t('protests.final')
  }
  const time = protestsUntil === null ? '' : formatDateTime(protestsUntil)
  return (
    <>
      <h3 className={styles.event}>
        <LocalizedLink to={`/events/${event.slug}/`}>
          <Bdi>{title}</Bdi>
        </LocalizedLink>
        {showsTeam ? (
          <>
            {' · '}
            <Bdi>{entry.name}</Bdi>
          </>
        ) : null}
      </h3>
      <p>{getDeadlineText()}</p>
      {protests.length > 0 ? (
        <ul className={styles.list}>
          {protests.map((protest) => (
            <li key={protest.id}>
              <ProtestText
                protest={protest}
                subject={formatSubject(protest.attemptId)}
                onWithdraw={() => setWithdrawn(protest)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {acceptsProtests && listAttemptIdsToProtest(entry).length > 0 ? (
        <p>
          <button
            type="button"
            className={`${page.ghost} ${page.small}`}
            aria-label={tAttribute('protests.askIn', {
              event: showsTeam ? `${title}, ${entry.name}` : title,
            })}
            onClick={() => setIsAsking(true)}
          >
            {t('protests.ask')}
          </button>
        </p>
      ) : null}
      {isAsking ? (
        <ProtestDialog
          entry={entry}
          formatSubject={formatSubject}
          onClose={() => setIsAsking(false)}
          onSent={() => {
            setIsAsking(false)
            onChanged()
          }}
        />
      ) : null}
      {withdrawn ? (
        <ConfirmDialog
          title={t('protests.withdrawQuestion')}
          text={t('protests.withdrawText')}
          action={t('protests.withdraw')}
          onConfirm={() => withdraw(withdrawn)}
          onClose={() => setWithdrawn(undefined)}
          cancel={t('protests.cancel')}
          offline={t('accountTeams.offline')}
        />
      ) : null}
    </>
  )
}

type ProtestTextProps = { protest: Protest; subject: string; onWithdraw: () => void }

function ProtestText({
  protest: { state, reason, answer, createdAt, closedAt },
  subject,
  onWithdraw,
}: ProtestTextProps) {
  const { t, tAttribute } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const isAnswered = state === 'accepted' || state === 'rejected'
  return (
    <article className={styles.protest}>
      <p>
        <strong className={styles.state} data-state={state}>
          {t(`protests.states.${state}`)}
        </strong>{' '}
        {subject}
      </p>
      <p className={styles.text} dir="auto">
        {reason || t('protests.erased')}
      </p>
      <p className={styles.quiet}>{t('protests.sent', { time: formatDateTime(createdAt) })}</p>
      {isAnswered ? (
        <div className={styles.answer}>
          <p className={styles.quiet}>
            {t('protests.answer', { time: closedAt ? formatDateTime(closedAt) : '' })}
          </p>
          <p className={styles.text} dir="auto">
            {answer || t('protests.erased')}
          </p>
        </div>
      ) : null}
      {state === 'open' ? (
        <p>
          <button
            type="button"
            className={`${page.ghost} ${page.small}`}
            aria-label={tAttribute('protests.withdrawOne', { about: subject })}
            onClick={onWithdraw}
          >
            {t('protests.withdraw')}
          </button>
        </p>
      ) : null}
    </article>
  )
}
