import type { DeskMessage, Registrant } from '#contract/desk.ts'
import type { WireMessage, WireRegistrant } from './desk.schema.ts'

export const registrantToWire = (of: Registrant): WireRegistrant => ({
  _id: of.id,
  name: of.name,
  email: of.email,
  phone_number: of.phone,
  country: of.country,
  download_type: of.platform,
  user_type: of.userType,
  created_at: of.createdAt,
})

export const registrantFromWire = (wire: WireRegistrant): Registrant => ({
  id: wire._id,
  name: wire.name,
  email: wire.email,
  phone: wire.phone_number,
  country: wire.country,
  platform: wire.download_type,
  userType: wire.user_type,
  createdAt: wire.created_at,
})

export const messageToWire = (of: DeskMessage): WireMessage => ({
  _id: of.id,
  kind: of.kind,
  name: of.name,
  email: of.email,
  phone_number: of.phone,
  region: of.region,
  message: of.body,
  lang: of.lang,
  status: of.state,
  created_at: of.createdAt,
})

export const messageFromWire = (wire: WireMessage): DeskMessage => ({
  id: wire._id,
  kind: wire.kind,
  name: wire.name,
  email: wire.email,
  phone: wire.phone_number,
  region: wire.region,
  body: wire.message,
  lang: wire.lang,
  state: wire.status,
  createdAt: wire.created_at,
})
