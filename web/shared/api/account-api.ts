import { createAccountApi } from './account.ts'
import { createAccountCertificateApi } from './certificates.ts'
import { createOwnDataApi } from './own-data.ts'
import { createProtestApi } from './protests.ts'
import { callWithToken, requestWithToken } from './with-token.ts'

/** The API client of the account and its data; in the browser only, because it needs the token. */
export const accountApi = {
  account: createAccountApi(callWithToken),
  certificates: createAccountCertificateApi(callWithToken),
  protests: createProtestApi(callWithToken),
  ownData: createOwnDataApi(callWithToken, requestWithToken),
}
