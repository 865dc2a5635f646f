import { type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OpenCompetition } from '#contract/competition.ts'
import type { Region } from '#contract/region.ts'
import { seasonYearOf } from '#contract/rules/team.ts'
import type { SessionUser } from '#contract/session.ts'
import { ageLevels, type OwnTeam, teamLimits } from '#contract/team.ts'
import { accountCalls } from '#web/shared/api/account.ts'
import { createCall } from '#web/shared/api/call.ts'
import { fetchWithToken } from '#web/shared/api/with-token.ts'
import { inLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { CompetitionChoice } from './competition-choice.tsx'
import { CompetitionFacts } from './competition-facts.tsx'
import styles from './form.module.css'
import { KeepingLine, ProblemList, TroubleNotice } from './form-notices.tsx'
import { fieldId, SelectField, Step, TextField } from './parts.tsx'
import { People } from './people.tsx'
import { PictureField } from './picture-field.tsx'
import { SendSummary } from './send-summary.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import { Steps, stepsOf } from './steps.tsx'
import { useKeeping } from './use-autosave.ts'
import { useTeamForm } from './use-team-form.ts'
import { emptyPerson, isBlank, type TeamValues, toDraft } from './values.ts'

type Props = {
  start: TeamValues
  /** Nothing of `start` is on the server yet. */
  unsent: boolean
  competitions: OpenCompetition[]
  regions: Region[]
  user: SessionUser
  /** The team that is changed, with the version that `start` was made from. */
  team?: { id: string; version: number; record: OwnTeam } | undefined
  /** A new team's draft. */
  draftId?: string | undefined
  /** Stands over the form: what was restored. */
  notice?: string | undefined
  onOutdated: () => void
  onDiscard?: (() => void) | undefined
}

const account = accountCalls(createCall(fetchWithToken))

/** The registration of a team, or its change: competition, team, coaches, members, check and send. */
export function TeamFormPage({ start, unsent, competitions, regions, user, team, draftId, notice, onOutdated, onDiscard }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const navigate = useNavigate()
  const [signIn, setSignIn] = useState<'draft' | 'send'>()
  const [signInProblem, setSignInProblem] = useState<string>()
  const [selfProblem, setSelfProblem] = useState<string>()

  const go = (path: string) => void navigate(inLanguage(path, lang))
  const form = useTeamForm({
    start,
    competitions,
    userId: user.id,
    team,
    onOutdated,
    onSaved: async (saved, message) => {
      await keep.finish()
      toast.success(message)
      go(`/account/teams/${saved.id}`)
    },
  })
  const picked = [...form.pictures.values()].some(Boolean)
  const data = useMemo(() => toDraft(form.values, picked), [form.values, picked])
  const keep = useKeeping({
    name: draftId ?? `edit:${team?.id ?? ''}`,
    userId: user.id,
    draftId,
    version: team?.version,
    data,
    touched: form.touched || unsent,
    onSignedOutElsewhere: () => go('/login/'),
  })
  // whoever sends without a session signs in at once, and it is sent then
  useEffect(() => {
    if (form.trouble?.kind === 'signed-out') setSignIn('send')
  }, [form.trouble])

  const signedIn = (who: SessionUser) => {
    if (who.id !== user.id) return setSignInProblem(t('ownTeams.signIn.other', { name: `\u2068${user.name}\u2069` }))
    setSignIn(undefined)
    setSignInProblem(undefined)
    keep.resume()
    if (signIn === 'send') void form.submit()
  }
  const fillSelf = async () => {
    setSelfProblem(undefined)
    try {
      const { firstName, lastName, email, phone } = await account.read()
      const self = { name: `${firstName} ${lastName}`.trim(), email, phone: phone ?? '' }
      const [first, ...others] = form.values.coaches
      form.setPeople('coaches', [{ ...(first ?? emptyPerson()), ...self }, ...others])
      form.goTo('coaches.0.name')
    } catch {
      setSelfProblem(t('ownTeams.form.iAmCoachFailed'))
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void form.submit()
  }

  const { values, errors, frame } = form
  const first = values.coaches[0]
  const canFillSelf = frame !== undefined && frame.maxCoaches > 0 && (!first || isBlank(first))
  const optional = t('ownTeams.form.optional')
  return (
    <div className={styles.layout}>
      <Steps steps={stepsOf(form)} />
      <form method="post" noValidate className={styles.form} onSubmit={submit}>
        {notice ? (
          <div className={styles.notice}>
            <p>{notice}</p>
            {onDiscard ? (
              <button type="button" className={styles.link} onClick={onDiscard}>
                {t('ownTeams.draft.discard')}
              </button>
            ) : null}
          </div>
        ) : null}
        <ProblemList form={form} />
        <Step number={1} id="step-competition" title={t('ownTeams.form.competition')} hint={t('ownTeams.form.competitionHint')}>
          {team ? (
            <div className={styles.fixed}>
              <p className={styles.choiceName}>
                <bdi>{team.record.competition.name[lang]}</bdi>
              </p>
              {form.competition ? <CompetitionFacts competition={form.competition} /> : null}
              <p className={styles.hint}>{t('ownTeams.form.competitionStays')}</p>
            </div>
          ) : competitions.length === 0 ? (
            <p className={styles.notice}>{t('ownTeams.form.noCompetition')}</p>
          ) : (
            <CompetitionChoice
              competitions={competitions}
              chosen={values.competitionId}
              error={errors.competitionId}
              onChoose={form.choose}
            />
          )}
        </Step>
        <Step number={2} id="step-team" title={t('ownTeams.form.team')}>
          <TextField
            field="name"
            label={t('ownTeams.form.name')}
            value={values.name}
            maxLength={teamLimits.name}
            required
            error={errors.name}
            onText={(name) => form.set('name', name)}
          />
          <TextField
            field="schoolName"
            label={t('ownTeams.form.schoolName')}
            value={values.schoolName}
            maxLength={teamLimits.schoolName}
            required
            error={errors.schoolName}
            onText={(schoolName) => form.set('schoolName', schoolName)}
          />
          <div className={styles.pair}>
            <SelectField
              field="regionId"
              label={t('ownTeams.form.region')}
              note={optional}
              value={values.regionId}
              error={errors.regionId}
              onText={(regionId) => form.set('regionId', regionId)}
            >
              <option value="">{t('ownTeams.form.noRegion')}</option>
              {regions.map((region) => (
                <option key={region.id} value={region.id}>
                  {region.name[lang]}
                </option>
              ))}
            </SelectField>
            <SelectField
              field="ageLevel"
              label={t('ownTeams.form.ageLevel')}
              value={values.ageLevel}
              error={errors.ageLevel}
              onText={(level) => form.set('ageLevel', ageLevels.find((each) => each === level) ?? 'elementary')}
            >
              {ageLevels.map((level) => (
                <option key={level} value={level}>
                  {t(`ownTeams.form.ageLevels.${level}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <PictureField
            field="image"
            label={t('ownTeams.form.image')}
            value={form.pictures.get(form.teamPicture)}
            stored={team?.record.image ?? null}
            onPick={(picture) => form.setPicture(form.teamPicture, picture, 'image')}
            error={errors.image}
          />
        </Step>
        <Step number={3} id="step-coaches" title={t('ownTeams.form.coaches')} hint={t('ownTeams.form.coachesHint')}>
          <People
            group="coaches"
            form={form}
            frame={frame}
            onSelf={canFillSelf ? () => void fillSelf() : undefined}
            selfProblem={selfProblem}
          />
        </Step>
        <Step
          number={4}
          id="step-members"
          title={t('ownTeams.form.members')}
          hint={frame ? t('ownTeams.form.membersHint', { year: seasonYearOf({ closesAt: frame.closesAt, today: form.today }) }) : undefined}
        >
          <People group="members" form={form} frame={frame} />
        </Step>
        <Step
          number={5}
          id="step-send"
          title={t('ownTeams.form.send')}
          hint={t(team ? 'ownTeams.form.sendHintEdit' : 'ownTeams.form.sendHint')}
        >
          <SendSummary form={form} />
          <TroubleNotice form={form} regions={regions} onSignIn={() => setSignIn('send')} />
          <div className={styles.row}>
            <button type="submit" id={fieldId('submit')} className={page.button} aria-disabled={form.sending}>
              {form.sending
                ? t(team ? 'ownTeams.form.saving' : 'ownTeams.form.sending')
                : t(team ? 'ownTeams.form.save' : 'ownTeams.form.submit')}
            </button>
          </div>
        </Step>
        {draftId === undefined ? null : <KeepingLine keeping={keep.keeping} onSignIn={() => setSignIn('draft')} />}
      </form>
      {signIn ? (
        <SignInDialog
          problem={signInProblem}
          onDone={signedIn}
          onClose={() => {
            setSignIn(undefined)
            setSignInProblem(undefined)
          }}
        />
      ) : null}
    </div>
  )
}
