import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { PaymentDecision, PaymentRecord } from '#contract/money/payment.schema.ts'
import type { AccountTeam } from '#contract/people/teams/team.schema.ts'
import { adminPayments as adminPaymentsAr } from '#i18n/ar/admin-payments.ts'
import { ar } from '#i18n/ar.ts'
import { arTeams } from '#i18n/ar-teams.ts'
import { adminPayments as adminPaymentsEn } from '#i18n/en/admin-payments.ts'
import { en } from '#i18n/en.ts'
import { enTeams } from '#i18n/en-teams.ts'
import { TeamPaymentLink, TeamPaymentOrPlaceStatus } from '#web/account/people/teams/team/team-status.tsx'
import {
  canAcceptPaymentForTeam,
  PaymentDiffersFromTeamNotice,
  PaymentLog,
} from '#web/admin/money/payments/payment-dialog.tsx'
import { createTextsFromCatalogue, TextsProvider } from '#web/shared/texts.ts'

const catalogues = {
  en: { ...en, ...enTeams, adminPayments: adminPaymentsEn },
  ar: { ...ar, ...arTeams, adminPayments: adminPaymentsAr },
}
const languages = ['en', 'ar'] as const
type Language = (typeof languages)[number]

/** Renders a part of a page in a language, and returns its text without tags and isolating marks. */
const renderText = (lang: Language, part: ReactNode): string => {
  const router = createMemoryRouter([{ path: '/', element: part }])
  const markup = renderToStaticMarkup(
    <TextsProvider value={createTextsFromCatalogue(lang, catalogues[lang], 'Botola')}>
      <MantineProvider>
        <RouterProvider router={router} />
      </MantineProvider>
    </TextsProvider>,
  )
  return markup.replace(/<style[^>]*>.*?<\/style>|<[^>]+>|[\u2066-\u2069]/gs, '')
}

describe.each(languages)('an unpaid team in the account, in %s', (lang) => {
  const { card, progress } = catalogues[lang].accountTeams
  const renderTeam = (more: Partial<AccountTeam>) => {
    const team = {
      ...{ id: 'team', paid: false, fee: 15_000, currency: 'SAR', role: 'owner', status: 'registered' },
      ...{ payBy: null, isPaymentInDecision: false, waitingPosition: null, guardianConfirmations: [] },
      ...more,
    } as unknown as AccountTeam
    const render = (part: ReactNode) => renderText(lang, part)
    return [
      render(<TeamPaymentOrPlaceStatus team={team} />),
      render(<TeamPaymentLink team={team} />),
    ] as const
  }

  it('has a status and a button to pay', () => {
    const [status, link] = renderTeam({})
    expect(status).toBe(card.pending)
    expect(link).toContain(card.pay.split('{{')[0])
  })

  it('has neither a day of payment nor a button while money for it is in decision', () => {
    expect(renderTeam({ isPaymentInDecision: true })).toEqual([progress.steps['wait-for-payment'], ''])
    expect(renderTeam({ isPaymentInDecision: true, payBy: '2026-12-06T08:00:00Z' })).toEqual([
      progress.steps['wait-for-payment'],
      '',
    ])
  })
})

describe.each(languages)('the decision about money, in %s', (lang) => {
  const texts = catalogues[lang].adminPayments.decision
  const decision: PaymentDecision = {
    fields: ['season'],
    orderedCompetition: { en: 'RoboMission', ar: 'روبوميشن' },
    orderedSeason: 2025,
    fee: { amount: 20_000, currency: 'SAR' },
    season: 2026,
    isTeamDeleted: false,
  }
  const payment = {
    ...{ amount: 15_000, currency: 'SAR', teamStatus: 'registered', teamPaid: false },
    team: { competition: { en: 'RoboSports', ar: 'روبوسبورت' } },
  } as unknown as PaymentRecord
  const render = (more: Partial<PaymentDecision> = {}, payMore: Partial<PaymentRecord> = {}) =>
    renderText(
      lang,
      <PaymentDiffersFromTeamNotice
        payment={{ ...payment, ...payMore }}
        decision={{ ...decision, ...more }}
      />,
    )

  it('names both seasons', () => {
    const text = render()
    for (const part of ['2025', '2026', texts.fields.season]) expect(text).toContain(part)
    expect(text).toContain(texts.places.registered)
  })

  it('says that a team has moved back, and that the competition is not known anymore', () => {
    expect(render({ fields: [] })).toContain(texts.movedBack)
    const text = render({ orderedCompetition: null })
    expect(text).not.toContain('–')
    expect(text).toContain(texts.paidForUnknown.split('{{season}}')[1])
  })

  it('says whether the team has a place', () => {
    for (const teamStatus of ['waiting', 'lapsed'] as const)
      expect(render({}, { teamStatus })).toContain(texts.places[teamStatus])
    expect(render({}, { teamPaid: true })).toContain(texts.places.paid)
    expect(render({ isTeamDeleted: true })).toContain(texts.places.deleted)
    // the button that accepts the money is there only where it can pay for the team
    expect([
      canAcceptPaymentForTeam(payment, decision),
      canAcceptPaymentForTeam({ teamPaid: true }, decision),
      canAcceptPaymentForTeam(payment, { isTeamDeleted: true }),
    ]).toEqual([true, false, false])
  })

  it('is explained in the log of the payment in the language of the page', () => {
    const log = (to: string, fields: string[]) =>
      renderText(
        lang,
        <PaymentLog
          currency="SAR"
          steps={[
            {
              ...{ id: 'step', kind: 'state', at: '2026-11-29T08:00:00Z', actor: null },
              data: { from: 'pending', to, occasion: 'return', fields },
            },
          ]}
        />,
      )
    const { fields } = texts
    expect(log('undecided', ['competition', 'amount'])).toContain(
      `${fields.competition}${texts.separator}${fields.amount}`,
    )
    expect(log('mismatch', ['cartid'])).toContain(fields.cartid)
  })
})
