import { type ReactNode, type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts/session.ts'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import type { AccountTeam, AccountTeamSummary } from '#contract/people/teams/team.schema.ts'
import { getAgeYearFromRegistrationEnd } from '#contract/people/teams/team-rules.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { InlineCompetitionConditions } from '#web/shared/event/competitions/competition-details.tsx'
import { formatTeamFee } from '#web/shared/event/competitions/format-competition.ts'
import { SubmitButton } from '#web/shared/forms/form.tsx'
import { SignInAgainDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { localizePath, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { type DraftImages, draftImages } from './draft-images.ts'
import styles from './form.module.css'
import { DraftStatus, FormProblemList, SaveErrorOrConflictActions } from './form-notices.tsx'
import { toFieldElementId } from './form-problems.ts'
import { FormStepNavigation, listFormStepsWithCompletion } from './form-steps.tsx'
import {
  createEmptyPersonValues,
  isBlankNewPerson,
  serializeTeamDraft,
  type TeamValues,
} from './form-values.ts'
import { TeamImagePickerField } from './image-field.tsx'
import { PeopleFields } from './people-fields.tsx'
import { useTeamFormAutosave } from './team-draft.ts'
import { CompetitionRadioGroup, CopyTeamFields, TeamFields } from './team-fields.tsx'
import { type TeamForm, useTeamForm } from './use-team-form.ts'

/** Shows a summary of the form before it is sent, with the number of missing fields. */
function TeamFormSummary({ form }: { form: TeamForm }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { values, competition, frame, problems } = form
  const named = (people: { name: string }[]) => people.map(({ name }) => name.trim()).filter(Boolean)
  const lines = [
    {
      label: t('accountTeams.form.competition'),
      values: competition && frame ? [competition.name[lang]] : [],
    },
    {
      label: t('accountTeams.form.team'),
      values: [values.name, values.schoolName].map((text) => text.trim()).filter(Boolean),
    },
    { label: t('accountTeams.form.coaches'), values: named(values.coaches) },
    { label: t('accountTeams.form.members'), values: named(values.members) },
    ...(competition && frame
      ? [
          { label: t('competitions.fee'), values: [formatTeamFee(t, competition, lang)] },
          {
            label: t('competitions.closes'),
            values: [
              competition.closesAt === null ? t('competitions.noEnd') : formatDateTime(competition.closesAt),
            ],
          },
        ]
      : []),
  ]
  return (
    <>
      <dl className={styles.summary}>
        {lines.map(({ label, values }) => (
          <DescriptionListEntry key={label} label={label}>
            {values.length === 0 ? '–' : null}
            {values.map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
              <bdi key={at}>{value}</bdi>
            ))}
          </DescriptionListEntry>
        ))}
      </dl>
      <p className={problems.length > 0 ? styles.hint : styles.ready}>
        {problems.length > 0
          ? t('accountTeams.form.summary.missing', { count: problems.length })
          : t('accountTeams.form.summary.ready')}
      </p>
    </>
  )
}

type FormStepProps = {
  number: number
  id: string
  title: string
  hint?: string | undefined
  children: ReactNode
}

/** Shows one step of the form under its heading. */
function FormStep({ number, id, title, hint, children }: FormStepProps) {
  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={styles.stepTitle}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {hint ? <p className={styles.stepHint}>{hint}</p> : null}
      {children}
    </section>
  )
}

type Props = {
  start: TeamValues
  /** `start` is not saved on the server yet. */
  unsent: boolean
  competitions: CompetitionWithPlaces[]
  regions: Region[]
  /** Teams of the account, from which a new one can copy. */
  ownTeams?: readonly AccountTeamSummary[]
  user: SessionUser
  startImages: DraftImages
  /** The team that is changed, with the version that `start` was made from. */
  team?: { id: string; version: number; record: AccountTeam } | undefined
  /** The draft of a new team. */
  draftId?: string | undefined
  /** The notice above the form about restored values. */
  notice?: string | undefined
  onOutdated: () => void
  onDiscard?: (() => void) | undefined
}

/** Shows the form that registers or changes a team. */
export function RegisterOrEditTeamForm({
  start,
  startImages,
  unsent,
  competitions,
  regions,
  ownTeams = [],
  user,
  team,
  draftId,
  notice,
  onOutdated,
  onDiscard,
}: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const navigate = useNavigate()
  const [signIn, setSignIn] = useState<'draft' | 'send'>()
  const [selfProblem, setSelfProblem] = useState<string>()

  const go = (path: string) => void navigate(localizePath(path, lang))
  const draftName = draftId ?? `edit:${team?.id ?? ''}`
  const form = useTeamForm({
    start,
    startImages,
    competitions,
    userId: user.id,
    team,
    onOutdated,
    onSaved: async ({ team: saved, message, emailTo }) => {
      await autosave.finish()
      await draftImages.remove(draftName)
      toast.success(message)
      // the page of the team says where the email goes
      void navigate(localizePath(`/account/teams/${saved.id}`, lang), { state: { emailTo } })
    },
  })
  const picked = [...form.pictures.values()].some(Boolean)
  const data = useMemo(() => serializeTeamDraft(form.values, picked), [form.values, picked])
  const autosave = useTeamFormAutosave({
    name: draftName,
    userId: user.id,
    draftId,
    version: team?.version,
    data,
    touched: form.touched || unsent,
    onSignedOutElsewhere: () => go('/login/'),
  })
  useEffect(() => {
    if (form.touched) void draftImages.save(draftName, user.id, form.pictures)
  }, [draftName, user.id, form.touched, form.pictures])
  // a submit without a session opens the sign-in dialog and is sent afterwards
  useEffect(() => {
    if (form.failure?.kind === 'session-ended') setSignIn('send')
  }, [form.failure])

  const continueSignedIn = () => {
    setSignIn(undefined)
    autosave.resume()
    if (signIn === 'send') void form.submit()
  }
  const fillSelf = async () => {
    setSelfProblem(undefined)
    try {
      const { firstName, lastName, email, phone } = await accountApi.account.read()
      const self = { name: `${firstName} ${lastName}`.trim(), email, phone: phone ?? '' }
      const [first, ...others] = form.values.coaches
      form.setPeople('coaches', [{ ...(first ?? createEmptyPersonValues()), ...self }, ...others])
      form.goTo('coaches.0.name')
    } catch {
      setSelfProblem(t('accountTeams.form.iAmCoachFailed'))
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void form.submit()
  }

  const { values, errors, frame } = form
  const first = values.coaches[0]
  const isCoach = team?.record.role === 'coach'
  // only members whose guardian refuses are replaced
  const isClosed = team !== undefined && !team.record.editable
  const canFillSelf =
    !isCoach && frame !== undefined && frame.maxCoaches > 0 && (!first || isBlankNewPerson(first))
  return (
    <div className={styles.layout}>
      <FormStepNavigation steps={listFormStepsWithCompletion(form)} />
      <form method="post" noValidate className={styles.form} onSubmit={submit}>
        {notice ? (
          <div className={styles.notice}>
            <p>{notice}</p>
            {onDiscard ? (
              <button type="button" className={page.textButton} onClick={onDiscard}>
                {t('accountTeams.draft.discard')}
              </button>
            ) : null}
          </div>
        ) : null}
        <FormProblemList form={form} />
        <FormStep
          number={1}
          id="step-competition"
          title={t('accountTeams.form.competition')}
          hint={t('accountTeams.form.competitionHint')}
        >
          {team ? (
            <div className={styles.fixed}>
              <p className={styles.choiceName}>
                <Bdi>{team.record.competition.name[lang]}</Bdi>
              </p>
              {form.competition ? <InlineCompetitionConditions competition={form.competition} /> : null}
              <p className={styles.hint}>{t('accountTeams.form.competitionStays')}</p>
            </div>
          ) : competitions.length === 0 ? (
            <p className={styles.notice}>{t('accountTeams.form.noCompetition')}</p>
          ) : (
            <CompetitionRadioGroup
              competitions={competitions}
              chosen={values.competitionId}
              error={errors.competitionId}
              onChoose={form.choose}
            />
          )}
        </FormStep>
        <FormStep number={2} id="step-team" title={t('accountTeams.form.team')}>
          {ownTeams.length > 0 ? (
            <CopyTeamFields
              teams={ownTeams}
              onCopy={(other) =>
                form.copyFrom(
                  other,
                  regions.map(({ id }) => id),
                )
              }
            />
          ) : null}
          <fieldset disabled={isClosed} className={styles.fields}>
            <TeamFields form={form} regions={regions} />
            <TeamImagePickerField
              field="image"
              label={t('accountTeams.form.image')}
              value={form.pictures.get(form.teamPicture)}
              stored={team?.record.image ?? null}
              onPick={(picture) => form.setImage(form.teamPicture, picture, 'image')}
              error={errors.image}
            />
          </fieldset>
        </FormStep>
        <FormStep
          number={3}
          id="step-coaches"
          title={t('accountTeams.form.coaches')}
          hint={t('accountTeams.form.coachesHint')}
        >
          <PeopleFields
            group="coaches"
            form={form}
            frame={frame}
            onSelf={canFillSelf ? () => void fillSelf() : undefined}
            selfProblem={selfProblem}
            fixed={isCoach}
          />
        </FormStep>
        <FormStep
          number={4}
          id="step-members"
          title={t('accountTeams.form.members')}
          hint={
            frame
              ? t('accountTeams.form.membersHint', {
                  year: getAgeYearFromRegistrationEnd({ closesAt: frame.closesAt, today: form.today }),
                })
              : undefined
          }
        >
          <PeopleFields group="members" form={form} frame={frame} />
        </FormStep>
        <FormStep
          number={5}
          id="step-send"
          title={t('accountTeams.form.send')}
          hint={t(team ? 'accountTeams.form.sendHintEdit' : 'accountTeams.form.sendHint')}
        >
          <TeamFormSummary form={form} />
          <SaveErrorOrConflictActions form={form} regions={regions} onSignIn={() => setSignIn('send')} />
          <div className={styles.row}>
            <SubmitButton
              id={toFieldElementId('submit')}
              submitting={form.submitting}
              submittingText={t(team ? 'accountTeams.form.saving' : 'accountTeams.form.sending')}
            >
              {t(team ? 'accountTeams.form.save' : 'accountTeams.form.submit')}
            </SubmitButton>
          </div>
        </FormStep>
        {draftId === undefined ? null : (
          <DraftStatus state={autosave.state} onSignIn={() => setSignIn('draft')} />
        )}
      </form>
      {signIn ? (
        <SignInAgainDialog
          otherUser={() => t('accountTeams.otherAccount', { name: user.name })}
          onSignedIn={continueSignedIn}
          onClose={() => setSignIn(undefined)}
        />
      ) : null}
    </div>
  )
}
