import * as applications from './applications.ts'
import { previewLaunch } from './preview-launch.ts'
import * as requestSteps from './request-steps.ts'
import * as applicationSecrets from './secrets.ts'
import { simulateRequest } from './simulate-request.ts'

/** The calls about applications, beside those of their list. */
export const APPLICATION_CALLS = [
  applications.renewApplicationSecret,
  applicationSecrets.applicationSecrets,
  applicationSecrets.addApplicationSecret,
  applicationSecrets.endApplicationSecret,
  applications.selfRegistrations,
  applications.tileGroups,
  requestSteps.previewRequestSteps,
  applications.openSelfRegistration,
  applications.closeSelfRegistration,
  previewLaunch,
  simulateRequest,
]
