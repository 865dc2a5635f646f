import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { badgeCodeLength, listPossibleCodesOfTypedText } from '#contract/event/judging/judge-code.ts'
import type { JudgeEventData, JudgeEventTeam } from '#contract/event/judging/judge-sheet.schema.ts'
import { CameraQrCodeScanner, canScanWithCamera } from '#web/shared/scanner/camera-scanner.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { IconCamera, IconChecks, IconGavel, IconSearch } from '#web/shared/ui/icons.ts'

type JudgeTasksProps = { data: JudgeEventData; onOpenReviews: () => void; onOpenHead: () => void }

/**
 * Says when judging is closed, and shows the buttons for what a head judge has to decide and for the sheets
 * that wait.
 */
export function ClosedNoticeAndJudgeTaskButtons({ data, onOpenReviews, onOpenHead }: JudgeTasksProps) {
  const { t } = useTranslation()
  const { id: ownId, isHead } = data.session.judge
  const undecided = data.reviews.filter(({ needsDecision }) => needsDecision).length
  const toConfirm = data.reviews.filter(
    ({ status, judgeId, needsDecision }) => status === 'waiting' && !needsDecision && judgeId !== ownId,
  ).length
  return (
    <>
      {data.isClosed ? <Text fw={700}>{t('judge.closed')}</Text> : null}
      {isHead ? (
        <Button
          size="lg"
          variant={undecided > 0 ? 'filled' : 'default'}
          leftSection={<IconGavel />}
          onClick={onOpenHead}
        >
          {t('judge.head.open', { number: undecided })}
        </Button>
      ) : null}
      {data.needsSecondJudge || data.reviews.length > 0 ? (
        <Button
          size="lg"
          variant={toConfirm > 0 ? 'filled' : 'default'}
          leftSection={<IconChecks />}
          onClick={onOpenReviews}
        >
          {data.needsSecondJudge || toConfirm > 0
            ? t('judge.review.open', { number: toConfirm })
            : t('judge.review.title')}
        </Button>
      ) : null}
    </>
  )
}

/** Shows a part of a picker with a heading. */
export function PickerSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}

/** Holds the text of a search for teams, whether the camera is on, and what is wrong. */
export const useTeamSearchAndScanState = (teams: readonly JudgeEventTeam[]) => {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [problem, setProblem] = useState('')
  /**
   * Turns the camera off, and returns the team whose badge has the code. Shows a message when there is none.
   */
  const findTeamOfBadge = (code: string): JudgeEventTeam | undefined => {
    const badgeCodes = listPossibleCodesOfTypedText(code, badgeCodeLength)
    const team = teams.find(({ badgeCode }) => badgeCodes.includes(badgeCode))
    setScanning(false)
    if (!team) setProblem(t('judge.team.unknownBadge'))
    return team
  }
  return { search, setSearch, isScanning, setScanning, problem, setProblem, findTeamOfBadge }
}

type TeamSearchFormProps = {
  title: string
  /** The label of the search field. */
  label: string
  teamSearch: ReturnType<typeof useTeamSearchAndScanState>
  onSubmit: () => void
  /** Receives the code of a badge that the camera has read. */
  onBadge: (code: string) => void
}

/** Shows the field of a search for teams, and the camera that reads a badge. */
export function TeamSearchAndBadgeScanner({
  title,
  label,
  teamSearch,
  onSubmit,
  onBadge,
}: TeamSearchFormProps) {
  const { t } = useTranslation()
  const { search, setSearch, isScanning, setScanning, problem, setProblem } = teamSearch
  return (
    <>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          onSubmit()
        }}
      >
        <Stack gap="sm">
          <Title order={1} size="h3">
            {title}
          </Title>
          <TextInput
            type="search"
            size="xl"
            dir="auto"
            label={label}
            leftSection={<IconSearch />}
            autoComplete="off"
            maxLength={100}
            value={search}
            error={problem}
            onChange={(event) => {
              setProblem('')
              setSearch(event.currentTarget.value)
            }}
          />
          {canScanWithCamera() ? (
            <Button
              size="lg"
              variant="default"
              leftSection={<IconCamera />}
              onClick={() => setScanning(!isScanning)}
            >
              {t(isScanning ? 'judge.stopCamera' : 'judge.scanBadge')}
            </Button>
          ) : null}
        </Stack>
      </form>
      {isScanning ? (
        <CameraQrCodeScanner
          label={t('judge.scanBadge')}
          onCode={onBadge}
          onFailure={() => {
            setScanning(false)
            setProblem(t('judge.noCamera'))
          }}
        />
      ) : null}
    </>
  )
}
