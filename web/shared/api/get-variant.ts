/** Returns the response of a call with several route variants as the one that has a field. */
export const requireResponseWithField = <Response extends object, Key extends string>(
  response: Response,
  key: Key,
) => {
  if (!(key in response)) throw new Error(`The response has no field "${key}".`)
  return response as Extract<Response, { [K in Key]: unknown }>
}
