/** Every error code with its HTTP status and message. Unknown and foreign ids both get 404 `not_found`. */
export const errors = {
  invalid_input: { status: 400, message: 'Please correct the fields named here and try again.' },
  not_signed_in: { status: 401, message: 'Your session has ended. Sign in to continue.' },
  MFA_REQUIRED: { status: 401, message: 'Confirm with your second factor to continue.' },
  PASSWORD_REQUIRED: { status: 401, message: 'Enter your password to continue.' },
  INCORRECT_MFA_CODE: { status: 401, message: 'Error during MFA code verification' },
  // F19-03
  bad_u2f_input_format: { status: 401, message: 'Error during MFA code verification' },
  mfa_expired: { status: 401, message: 'The sign-in took too long. Enter your password again.' },
  incorrect_credentials: { status: 401, message: 'The email or the password is not correct.' },
  account_disabled: { status: 403, message: 'This account is disabled. Ask your administrator.' },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  api_key_expired: { status: 401, message: 'This API key has expired. Make a new one on your profile page.' },
  api_key_refused: { status: 403, message: 'An API key cannot do this. Sign in to the console instead.' },
  api_key_read_only: { status: 403, message: 'This API key may only read.' },
  origin_refused: { status: 403, message: 'The request came from another site.' },
  not_found: { status: 404, message: 'This does not exist, or you may not see it.' },
  conflict: { status: 412, message: 'Someone else changed this in the meantime. Reload to see the latest version.' },
  idempotency_key_reused: { status: 409, message: 'This request was sent before with other contents.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the request as JSON.' },
  rate_limited: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  unavailable: { status: 503, message: 'The database cannot be reached. Try again shortly.' },
  disk_full: {
    status: 507,
    message: 'The disk that holds the database is full. Free some space and try again; nothing was saved.',
  },
  internal: { status: 500, message: 'Something went wrong on our end. Please try again' },

  setup_token_incorrect: {
    status: 403,
    message: 'The set-up link is not correct. Copy it again from the server’s output.',
  },
  password_too_weak: { status: 422, message: 'Choose a longer or less common password.' },
  incorrect_password: { status: 422, message: 'The current password is not correct.' },
  activation_link_incorrect: {
    status: 404,
    message: 'This link was used or has expired. Ask for a new one.',
  },
  totp_already_enabled: { status: 409, message: 'An authenticator app is already set up.' },
  totp_not_enabled: { status: 409, message: 'No authenticator app is set up.' },

  no_security_key: { status: 409, message: 'This account has no security key.' },
  security_keys_unavailable: {
    status: 409,
    message:
      'Security keys need Cairn at an https address with a host name, or at localhost. Set CAIRN_PUBLIC_URL to that address.',
  },
  security_key_refused: {
    status: 422,
    message: 'This security key could not be added. Try again, or use another one.',
  },
  too_many_security_keys: { status: 409, message: 'You have 20 security keys. Remove one first.' },

  EMAIL_ALREADY_IN_USE: { status: 409, message: 'Another user has this email address.' },
  cannot_delete_own_account: { status: 409, message: "You can't delete your own user account." },
  cannot_reset_own_account: {
    status: 409,
    message: 'You cannot reset your own account here. Change your password and second factor on your profile page.',
  },
  last_sysadmin: { status: 409, message: 'At least one system administrator must remain.' },
  organization_name_in_use: { status: 409, message: 'An organization with this name already exists.' },
  location_name_in_use: { status: 409, message: 'Another location of this organization has this name.' },
  organization_has_devices: { status: 409, message: 'This organization still has devices or monitors.' },
  POLICY_NAME_ALREADY_IN_USE: { status: 409, message: 'A policy with this name already exists' },
  cannot_delete_default_ticket_template: { status: 409, message: "You can't delete the default ticket template." },
  ticket_template_name_in_use: { status: 409, message: 'A ticket template with this name already exists.' },
  cannot_delete_default_policy: { status: 409, message: "You can't delete a default policy." },
  policy_in_use: {
    status: 409,
    message: 'Other policies, organizations, locations or devices use this policy. Change them first.',
  },
  script_category_built_in: { status: 409, message: 'A category that is built in cannot be changed.' },
  script_in_use: {
    status: 409,
    message: 'An install automation runs this script before or after its installer. Choose another one there first.',
  },
  script_category_in_use: { status: 409, message: 'Scripts are in this category. Move them to another one first.' },
  already_in_maintenance: {
    status: 409,
    message: 'Some of them are in maintenance already, or about to be. Their windows would be replaced.',
  },
  monitor_type_locked: { status: 422, message: 'The type cannot change once the monitor is saved.' },
  upload_version_unknown: { status: 412, message: 'Send the header Tus-Resumable: 1.0.0.' },
  upload_offset_wrong: {
    status: 409,
    message: 'Upload-Offset is not the current offset. Request it with HEAD and resume from there.',
  },
  upload_stalled: { status: 408, message: 'The upload made no progress. Send the rest of the file again.' },
  upload_incomplete: { status: 409, message: 'The upload is incomplete. Upload the rest of the file first.' },
  attachment_not_ready: {
    status: 409,
    message: 'The file is not ready: its upload is still processed, or its scan failed.',
  },
  attachment_infected: { status: 409, message: 'This attachment has been flagged as suspicious' },
  attachment_not_scannable: {
    status: 409,
    message: 'The server has nothing to scan: the file was scanned, is an address, or is gone. Upload it again.',
  },
  scanner_missing: {
    status: 409,
    message: 'No malware scanner is configured. Set CAIRN_CLAMD and restart the server.',
  },
  attachment_link_expired: { status: 403, message: 'This link has expired. Ask for a new one.' },
  screen_changed_meanwhile: {
    status: 409,
    message: 'Somebody else has published this screen meanwhile. Compare with their version and publish again.',
  },
  screen_is_scheduled: {
    status: 409,
    message: 'This screen has a scheduled publication, or one that failed. Cancel or dismiss it first.',
  },
  screen_edit_exists: {
    status: 409,
    message: 'You have an unpublished change of this screen. Publish or discard it first.',
  },
  screen_not_sound: { status: 422, message: 'The document of this screen has errors. Correct them first.' },
  words_changed_meanwhile: {
    status: 409,
    message:
      'Somebody else has published words of this language meanwhile. Load the page again and repeat your changes.',
  },
  too_many_words: { status: 422, message: 'A language has at most 6,000 texts and 2 million characters.' },
  screen_check_busy: { status: 429, message: 'Other screens are being checked. Try again shortly.' },
  screen_check_too_long: {
    status: 422,
    message: 'The check of this screen took too long. Undo the last change and check again.',
  },
  paths_busy: { status: 429, message: 'The server is walking two paths already. Try again shortly.' },
  path_too_long: {
    status: 422,
    message: 'The path has more than 1000 steps, or took longer than two minutes to walk.',
  },
  simulated_page_missing: {
    status: 409,
    message: 'The packages of the simulated page are not installed on the server. Run npm install there.',
  },
  browser_missing: {
    status: 409,
    message: 'The server has no browser for this. Install Chromium there, and run npm install.',
  },
  path_run_active: { status: 409, message: 'Another run of paths is active. Wait until it ends, or stop it.' },
  assertion_exists: { status: 409, message: 'This state already has that assertion.' },
  too_many_cases: { status: 422, message: 'A flow has at most 50 cases. Remove some first.' },
  too_many_assertions: { status: 422, message: 'A flow has at most 500 assertions. Remove some first.' },
  recordings_off: {
    status: 409,
    message: 'You have not allowed Cairn to record how you step through flows. You can on your profile page.',
  },
  path_kept_already: { status: 409, message: 'Every run of this flow already walks that path.' },
  too_many_kept_paths: { status: 422, message: 'A flow has at most 100 kept paths. Remove some first.' },
  path_run_too_long: {
    status: 422,
    message: 'A flow took longer than ten minutes. Choose fewer criteria.',
  },
  import_in_progress: { status: 409, message: 'Another file of yours is being checked. Wait until that is done.' },
  import_timed_out: {
    status: 422,
    message: 'The file took too long to check. Split it and import the parts one after the other.',
  },
  run_cancelled: { status: 409, message: 'You asked it to stop.' },
  run_interrupted: { status: 409, message: 'The server stopped in the middle of it.' },
  enrollment_token_incorrect: { status: 403, message: 'This enrolment token was used or has expired. Make a new one.' },
  no_organization_yet: { status: 409, message: 'No organization is chosen yet for this device.' },
  command_failed: { status: 409, message: 'The device could not do this.' },
  device_offline: { status: 409, message: "You can't connect or send commands to an offline device." },
  network_scan_is_in_progress: { status: 409, message: 'Network scan still in progress. Please wait and try again.' },
  number_of_network_scan_targets_exceeded: {
    status: 422,
    message: 'Maximum number of targets cannot exceed 4096. Please modify the target list and try again.',
  },
  delegate_already_has_existing_host: {
    status: 409,
    message: 'VM Host already exists under the same Monitor Delegate.',
  },
  vm_host_not_tested: { status: 409, message: 'Test the VM host before you save it.' },
  unsupported_target: { status: 409, message: 'Unsupported agent version' },
  delegate_has_vm_hosts: {
    status: 409,
    message: 'This device is the monitor delegate of a VM host. Delete the VM host first.',
  },
  device_deleted: { status: 403, message: 'This device was deleted. A technician can still undo that.' },
  nothing_to_delete: { status: 409, message: 'These devices were deleted already.' },
  backup_data_kept: { status: 409, message: 'The backup data could not be deleted, so nothing else was deleted.' },
  undo_too_late: { status: 409, message: 'This deletion is final.' },
  undo_needs_delegate: {
    status: 409,
    message: 'The monitor delegate of a VM host was deleted too. Restore the delegate first.',
  },
  undo_needs_policy: {
    status: 409,
    message: 'A policy that it uses was deleted too. Restore the policy first.',
  },
  // F04-53
  domain_controller_not_found: { status: 404, message: 'Domain controller not found' },
  credential_not_validated: { status: 409, message: 'Validate the credential before you apply the changes.' },
  directory_device_installed: { status: 409, message: 'The agent is installed on this computer already.' },
  directory_device_not_approved: { status: 409, message: 'Approve the computer before you install the agent.' },
  // F04-44
  domain_controller_and_ou_path_already_in_use: {
    status: 409,
    message: 'Domain Controller and OU Path already in use.',
  },
  // F04-29
  child_ou_has_scheduled_job: {
    status: 409,
    message: 'Scheduled jobs discover OUs below this one. Do not include the OUs below it, or delete those jobs.',
  },
  // F04-30
  parent_ou_has_recursive_job: {
    status: 409,
    message: 'A scheduled job discovers an OU above this one, and includes the OUs below it.',
  },
  directory_job_not_scheduled: { status: 409, message: 'This job has no schedule. Run it in the wizard.' },
  directory_job_changed: { status: 409, message: 'Somebody else changed this job meanwhile. Open it again.' },
  reboot_not_waiting: { status: 409, message: 'This reboot does not wait any more.' },
  directory_job_running: { status: 409, message: 'This job is running already.' },
  sms_gateway_missing: {
    status: 409,
    message: 'No SMS gateway is set up, so no text message can be sent. Use another way, or ask your administrator.',
  },
  text_message_failed: { status: 409, message: 'The SMS gateway did not take the message.' },
  text_messages_exhausted: {
    status: 429,
    message:
      'This installation has sent as many text messages as it may in an hour. Use another way, or try again later.',
  },
  no_phone_number: { status: 409, message: 'No phone number is set up for text messages.' },
  mail_not_configured: { status: 409, message: 'No outgoing mail server is set up.' },
  mail_set_by_environment: {
    status: 409,
    message: 'Outgoing mail is set by the environment of the server. Remove CAIRN_MAIL_URL there to set it up here.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** Codes that any call may return. */
export const commonErrors = [
  'invalid_input',
  'not_signed_in',
  'forbidden',
  'origin_refused',
  'not_found',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'unavailable',
  'disk_full',
  'internal',
] as const satisfies readonly ErrorCode[];

/** Additional codes for requests with an API key. */
export const apiKeyErrors = [
  'api_key_expired',
  'api_key_refused',
  'api_key_read_only',
] as const satisfies readonly ErrorCode[];

/** Additional codes of calls with `stepUp`. The client handles them with a prompt, so the console's callers never see them. */
export const stepUpErrors = ['PASSWORD_REQUIRED', 'MFA_REQUIRED'] as const satisfies readonly ErrorCode[];

/** The additional code of calls with `secondFactor`, handled by the same prompt. */
export const secondFactorErrors = ['MFA_REQUIRED'] as const satisfies readonly ErrorCode[];
