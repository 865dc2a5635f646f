import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Finished, Made } from './finished.ts'

/** Answers a GET with a finished reply (see finished.ts). A caller that sent a token and may see more must not come here. */
export const sendFinished = async (
  finished: Finished,
  request: FastifyRequest,
  reply: FastifyReply,
  tags: readonly string[],
  how: () => Promise<Made>,
) => {
  const entry = await finished.entry(request.raw, tags, reply.getHeaders(), how)
  reply.hijack()
  finished.write(entry, request.raw, reply.raw)
}

/** The same for a JSON reply. */
export const sendFinishedJson = (
  finished: Finished,
  request: FastifyRequest,
  reply: FastifyReply,
  tags: readonly string[],
  how: () => Promise<object>,
) =>
  sendFinished(finished, request, reply, tags, async () => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(await how()) }))
