// Made by `npm run generate:answers` from the documents of the screens.

declare module '#engine/flow/flow.ts' {
  interface ScreenAnswers {
    'activation/password': { confirm?: string; password?: string };
    'ad-hoc-discovery/review': { devices?: { changes?: readonly unknown[]; selected?: Record<string, unknown> } };
    'ad-hoc-discovery/setup': {
      delayBetweenPingsMS?: number;
      ipTargets?: string;
      location?: number;
      networkProbe?: number;
      org?: number;
      pingPacketTTL?: number;
      pingTimeoutMS?: number;
      pingsPerNode?: number;
      snmpCredOne?: number;
      snmpCredTwo?: number;
      telnetSshCred?: number;
    };
    'add-computer/place': { clientId?: number; days?: number; locationId?: number; uses?: number };
    'alert/acknowledge': { note?: string };
    'alert/note': { note?: string };
    'backup-job/advanced': {
      enableConcurrentExecution?: boolean;
      enableIncrementalRecovery?: boolean;
      enableWriteCaching?: boolean;
      executeMissedSchedule?: boolean;
      generateMD5File?: boolean;
      ignoreReadFailures?: boolean;
      includeFreeSpace?: boolean;
      performanceThrottlingPercent?: number;
      postBackupCommand?: string;
      postSnapshotCommand?: string;
      preSnapshotCommand?: string;
      retentionImageCount?: number;
      retentionPolicy?: 'NONE' | 'IMAGE_COUNT';
      useDifferentialForScheduledBackup?: boolean;
      waitForCompletionTimeout?: number;
    };
    'backup-job/basic': {
      compressionType?: 'NONE' | 'STANDARD' | 'HIGH';
      destinationType?: 'LOCAL' | 'NETWORK_SHARE';
      enabled?: boolean;
      jobComment?: string;
      jobName?: string;
      localDestinationPath?: string;
      networkDestinationName?: string;
      networkDestinationPath?: string;
      networkDomain?: string;
      networkPassword?: string;
      networkPasswordConfirm?: string;
      networkPasswordSet?: boolean;
      networkUserName?: string;
      password?: string;
      passwordConfirm?: string;
      passwordPath?: string;
      passwordSet?: boolean;
      passwordType?: 'NONE' | 'PASSWORD' | 'PASSWORD_FILEPATH';
      splitImageFile?: boolean;
      splitImageFileSize?: 650 | 1024 | 2048 | 4095 | 4482;
      volumes?: readonly string[];
    };
    'backup-job/schedule': {
      dayOfMonth?: readonly (
        | 1
        | 2
        | 3
        | 4
        | 5
        | 6
        | 7
        | 8
        | 9
        | 10
        | 11
        | 12
        | 13
        | 14
        | 15
        | 16
        | 17
        | 18
        | 19
        | 20
        | 21
        | 22
        | 23
        | 24
        | 25
        | 26
        | 27
        | 28
        | 29
        | 30
        | 31
      )[];
      fullDays?: readonly ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
      fullInterval?: number;
      fullStopTime?: string;
      fullTime?: string;
      incrementalDays?: readonly ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
      incrementalInterval?: number;
      incrementalStartTime?: string;
      incrementalStopTime?: string;
      runLaterDate?: string;
      runLaterTime?: string;
      scheduleType?: 'CONTINUOUS_INCREMENTAL' | 'LATER' | 'WEEKLY' | 'MONTHLY' | 'WEEKLY_VSS_ONLY' | 'MONTHLY_VSS_ONLY';
      useVssOnly?: boolean;
    };
    'cloud-monitor/conditions': {
      conditions?: readonly {
        conditionName?: string;
        contains?: 'CONTAINS' | 'NOT_CONTAINS';
        days?: number;
        daysUntilSSLCertificateExpiration?: number;
        daysUntilWhoisExpiration?: number;
        dnsRecordType?: 'A' | 'AAAA' | 'MX' | 'TXT' | 'NS' | 'CNAME' | 'SOA' | 'SRV' | 'CAA' | 'PTR';
        enabled?: boolean;
        httpStatusCode?: string;
        id?: number;
        keyword?: string;
        monitorType?: string;
        notificationAction?: 'NONE' | 'SEND';
        notificationChannelIds?: readonly number[];
        period?: number;
        port?: number;
        portState?: 'OPEN' | 'CLOSED';
        priority?: 'HIGH' | 'MEDIUM' | 'LOW';
        resetThreshold?: number;
        roundTripThreshold?: number;
        runCount?: number;
        severity?: 'CRITICAL' | 'MAJOR' | 'MODERATE' | 'MINOR';
        snmpBound?: 'ABOVE' | 'BELOW';
        snmpMatch?: 'EQUALS' | 'DIFFERS' | 'CONTAINS' | 'NOT_CONTAINS';
        snmpNumber?: number;
        snmpText?: string;
        threshold?: number;
        thresholdPercent?: number;
        ticketRulesEnabled?: boolean;
        ticketRulesetId?: number;
        ticketTemplateId?: number;
        ticketingAction?: 'NONE' | 'CREATE' | 'CREATE_AND_CLOSE';
        ticketingAvailable?: boolean;
        type?:
          | 'PingFailed'
          | 'PingPacketLoss'
          | 'PingTTL'
          | 'PingResponseTime'
          | 'PortState'
          | 'PortResponse'
          | 'DnsTimeOut'
          | 'DnsResolve'
          | 'DnsRecordType'
          | 'WhoisExpiration'
          | 'EmailFailed'
          | 'EmailSSL'
          | 'HttpWebsiteFailed'
          | 'HttpResponseTime'
          | 'HttpCode'
          | 'HttpSiteKeyword'
          | 'SSLCertificateExpiration'
          | 'SnmpFailed'
          | 'SnmpText'
          | 'SnmpNumber';
      }[];
      monitorType?: 'PING' | 'DNS' | 'PORT_SCAN' | 'HTTP' | 'EMAIL' | 'SNMP';
      ticketingAvailable?: boolean;
    };
    'cloud-monitor/inbound': {
      fetchOption?: 'POP' | 'IMAP';
      imapFetchFolder?: string;
      imapHostname?: string;
      imapPort?: number;
      imapReceiverPassword?: string;
      imapReceiverPasswordSet?: boolean;
      imapReceiverUsername?: string;
      imapUseSSL?: boolean;
      imapUseTLS?: boolean;
      popHostname?: string;
      popPort?: number;
      popReceiverPassword?: string;
      popReceiverPasswordSet?: boolean;
      popReceiverUsername?: string;
      popUseSSL?: boolean;
      popUseTLS?: boolean;
    };
    'cloud-monitor/outbound': {
      receiverEmail?: string;
      senderEmail?: string;
      senderPassword?: string;
      senderPasswordSet?: boolean;
      senderUsername?: string;
      smtpAuthRequired?: boolean;
      smtpHostname?: string;
      smtpPort?: number;
      smtpUseSSL?: boolean;
      smtpUseTLS?: boolean;
    };
    'cloud-monitor/request': {
      requestBodyForm?: readonly { name?: string; value?: string }[];
      requestBodyRaw?: string;
      requestBodyType?: 'NONE' | 'FORM' | 'RAW';
      requestHeaders?: readonly { name?: string; value?: string }[];
    };
    'cloud-monitor/setup': {
      authenticationType?: 'NONE' | 'BASIC';
      clientId?: number;
      dnsServer?: string;
      emailOption?: 'SEND' | 'RECEIVE' | 'ROUND_TRIP';
      enabled?: boolean;
      frequency?: number;
      hostname?: string;
      httpHostname?: string;
      httpPassword?: string;
      httpPasswordSet?: boolean;
      httpUsername?: string;
      locationId?: number;
      methodType?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
      monitorName?: string;
      monitorType?: 'PING' | 'DNS' | 'PORT_SCAN' | 'HTTP' | 'EMAIL' | 'SNMP';
      ports?: string;
      saveCertificateInformation?: boolean;
      saveResponseBody?: boolean;
      snmpAuthKey?: string;
      snmpAuthKeySet?: boolean;
      snmpAuthProtocol?: 'MD5' | 'SHA' | 'SHA224' | 'SHA256' | 'SHA384' | 'SHA512';
      snmpCommunity?: string;
      snmpCommunitySet?: boolean;
      snmpOid?: string;
      snmpPort?: number;
      snmpPrivKey?: string;
      snmpPrivKeySet?: boolean;
      snmpPrivProtocol?: 'DES' | 'AES' | 'AES256B' | 'AES256R';
      snmpRetries?: number;
      snmpSecurity?: 'NO_AUTH' | 'AUTH' | 'AUTH_PRIV';
      snmpUsername?: string;
      snmpVersion?: 'V1' | 'V2C' | 'V3';
      timeout?: number;
    };
    'cloud-monitor-condition/condition': {
      conditionName?: string;
      enabled?: boolean;
      notificationAction?: 'NONE' | 'SEND';
      notificationChannelIds?: readonly number[];
      priority?: 'HIGH' | 'MEDIUM' | 'LOW';
      resetThreshold?: number;
      severity?: 'CRITICAL' | 'MAJOR' | 'MODERATE' | 'MINOR';
      ticketRulesEnabled?: boolean;
      ticketRulesetId?: number;
      ticketTemplateId?: number;
      ticketingAction?: 'NONE' | 'CREATE' | 'CREATE_AND_CLOSE';
      ticketingAvailable?: boolean;
    };
    'cloud-monitor-condition/settings': {
      contains?: 'CONTAINS' | 'NOT_CONTAINS';
      days?: number;
      daysUntilSSLCertificateExpiration?: number;
      daysUntilWhoisExpiration?: number;
      dnsRecordType?: 'A' | 'AAAA' | 'MX' | 'TXT' | 'NS' | 'CNAME' | 'SOA' | 'SRV' | 'CAA' | 'PTR';
      httpStatusCode?: string;
      keyword?: string;
      monitorType?: 'PING' | 'DNS' | 'PORT_SCAN' | 'HTTP' | 'EMAIL' | 'SNMP';
      period?: number;
      port?: number;
      portState?: 'OPEN' | 'CLOSED';
      roundTripThreshold?: number;
      runCount?: number;
      snmpBound?: 'ABOVE' | 'BELOW';
      snmpMatch?: 'EQUALS' | 'DIFFERS' | 'CONTAINS' | 'NOT_CONTAINS';
      snmpNumber?: number;
      snmpText?: string;
      threshold?: number;
      thresholdPercent?: number;
      type?:
        | 'PingFailed'
        | 'PingPacketLoss'
        | 'PingTTL'
        | 'PingResponseTime'
        | 'PortState'
        | 'PortResponse'
        | 'DnsTimeOut'
        | 'DnsResolve'
        | 'DnsRecordType'
        | 'WhoisExpiration'
        | 'EmailFailed'
        | 'EmailSSL'
        | 'HttpWebsiteFailed'
        | 'HttpResponseTime'
        | 'HttpCode'
        | 'HttpSiteKeyword'
        | 'SSLCertificateExpiration'
        | 'SnmpFailed'
        | 'SnmpText'
        | 'SnmpNumber';
    };
    'credential/details': {
      authKey?: string;
      authKeySet?: boolean;
      authProtocol?: 'MD5' | 'SHA' | 'SHA224' | 'SHA256' | 'SHA384' | 'SHA512';
      clientId?: number;
      community?: string;
      communitySet?: boolean;
      credentialType?: 'BASIC' | 'SNMP_V1' | 'SNMP_V2C' | 'SNMP_V3' | 'TELNET_SSH';
      expiresOn?: string;
      name?: string;
      password?: string;
      passwordSet?: boolean;
      privKey?: string;
      privKeySet?: boolean;
      privProtocol?: 'DES' | 'AES' | 'AES256B' | 'AES256R';
      security?: 'NO_AUTH' | 'AUTH' | 'AUTH_PRIV';
      username?: string;
    };
    'deletion/confirm': { confirmation?: string };
    'device/credential-test': { address?: string; clientId?: number; locationId?: number; networkProbe?: number };
    'device/directory-status': {
      clientId?: number;
      locationId?: number;
      status?: 'APPROVED' | 'PENDING' | 'REJECTED' | 'NEW';
    };
    'device/ping': { count?: number; hosts?: string };
    'device/server-place': { clientId?: number; locationId?: number };
    'directory-discovery/computers': {
      credentialId?: number;
      devices?: { changes?: readonly unknown[]; selected?: Record<string, unknown> };
    };
    'directory-discovery/directory': {
      allowPlain?: boolean;
      clientId?: number;
      directoryCredentialId?: number;
      domainController?: number;
      jobType?: 'AD_HOC' | 'SCHEDULED';
      ouPath?: string;
      recursiveOuPath?: boolean;
    };
    'directory-discovery/naming': { name?: string };
    'directory-discovery/schedule': {
      credentialId?: number;
      dayOfMonth?: number;
      daysOfWeek?: readonly ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
      minuteOfHour?: number;
      repeats?: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY';
      runAt?: string;
      windowsServers?: boolean;
      windowsServersApprovalMode?: 'NONE' | 'PENDING_APPROVAL' | 'AUTO_APPROVE';
      windowsServersLocation?: number;
      windowsWorkstations?: boolean;
      windowsWorkstationsApprovalMode?: 'NONE' | 'PENDING_APPROVAL' | 'AUTO_APPROVE';
      windowsWorkstationsLocation?: number;
    };
    'division/alerts': {
      clientId?: number;
      notificationChannelIds?: readonly number[];
      technicianIds?: readonly number[];
      technicians?: 'ALL' | 'CHOSEN' | 'NONE';
    };
    'division/device-alerts': {
      cpu?: boolean;
      cpuMinutes?: number;
      cpuPriority?: 'HIGH' | 'MEDIUM' | 'LOW';
      cpuSeverity?: 'CRITICAL' | 'MAJOR' | 'MODERATE' | 'MINOR';
      cpuShare?: number;
      disk?: boolean;
      diskMinutes?: number;
      diskPriority?: 'HIGH' | 'MEDIUM' | 'LOW';
      diskSeverity?: 'CRITICAL' | 'MAJOR' | 'MODERATE' | 'MINOR';
      diskShare?: number;
      memory?: boolean;
      memoryMinutes?: number;
      memoryPriority?: 'HIGH' | 'MEDIUM' | 'LOW';
      memorySeverity?: 'CRITICAL' | 'MAJOR' | 'MODERATE' | 'MINOR';
      memoryShare?: number;
      notificationAction?: 'NONE' | 'SEND';
      notificationChannelIds?: readonly number[];
      offline?: boolean;
      offlineDevices?: 'SERVERS' | 'ALL';
      offlineMinutes?: number;
      offlinePriority?: 'HIGH' | 'MEDIUM' | 'LOW';
      offlineSeverity?: 'CRITICAL' | 'MAJOR' | 'MODERATE' | 'MINOR';
      serviceNames?: string;
      services?: boolean;
      servicesMinutes?: number;
      servicesPriority?: 'HIGH' | 'MEDIUM' | 'LOW';
      servicesSeverity?: 'CRITICAL' | 'MAJOR' | 'MODERATE' | 'MINOR';
      servicesWatched?: 'AUTOMATIC' | 'NAMED';
    };
    'division/mail': {
      authRequired?: boolean;
      host?: string;
      password?: string;
      passwordSet?: boolean;
      port?: number;
      security?: 'NONE' | 'STARTTLS' | 'TLS';
      senderAddress?: string;
      senderName?: string;
      username?: string;
    };
    'division/mail-test': { to?: string };
    'division/settings': {
      allowOwnAddresses?: boolean;
      deliveryNetworks?: string;
      language?: string;
      monitorNetworks?: string;
      name?: string;
      snmpV3InDiscovery?: boolean;
      timeZoneId?: string;
    };
    'division/sms-gateway': {
      accountSid?: string;
      authToken?: string;
      authTokenSet?: boolean;
      baseUrl?: string;
      fromNumber?: string;
      hourlyLimit?: number;
      messagingServiceSid?: string;
      sender?: 'NUMBER' | 'SERVICE';
    };
    'division/sms-gateway-test': { to?: string };
    'first-run/account': { confirm?: string; email?: string; firstName?: string; lastName?: string; password?: string };
    'first-run/division': { divisionName?: string };
    'forgotten-password/email': { email?: string };
    'forgotten-password/password': { confirm?: string; password?: string };
    'install-automation/details': {
      architecture?: readonly ('64' | '32')[];
      attachmentId?: string;
      categoriesIds?: readonly number[];
      customIcon?: string;
      customIconUploadId?: string;
      defaultTimeout?: number;
      description?: string;
      file?: string;
      fileName?: string;
      helperFiles?: readonly string[];
      helperUploads?: readonly { file?: string; uploadId?: string }[];
      keptCustomIcon?: string;
      keptHelperFiles?: readonly string[];
      name?: string;
      operatingSystem?: 'Windows' | 'Mac' | 'Linux';
      postExecutionScript?: number;
      preExecutionScript?: number;
      runAs?: string;
      scriptParameters?: string;
      sha256?: string;
      skipScan?: boolean;
      uploadId?: string;
      uploadType?: 'FILE' | 'URL';
      url?: string;
      useFirstParametersOptionAsDefault?: boolean;
    };
    'maintenance/window': {
      alerts?: boolean;
      avScans?: boolean;
      dayOfMonth?: number;
      daysOfWeek?: readonly ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
      endType?: 'NEVER' | 'HOURS_1' | 'HOURS_4' | 'HOURS_8' | 'ON';
      endsAt?: string;
      lasts?: number;
      notificationChannels?: boolean;
      notifications?: boolean;
      patching?: boolean;
      reasonMessage?: string;
      repeats?: 'ONCE' | 'WEEKLY' | 'MONTHLY';
      ruleZone?: string;
      runAt?: string;
      startType?: 'NOW' | 'AT';
      startsAt?: string;
      suppresses?: 'ALL' | 'NO_ANTIVIRUS' | 'ALERTS' | 'NOTIFICATIONS';
      tasks?: boolean;
      timeZone?: string;
    };
    'managed-folder/basic': {
      authenticationType?: 'DEFAULT_CREDENTIAL' | 'FOLDER_CREDENTIAL';
      description?: string;
      folderCredentialsDomainOrComputerOrNASName?: string;
      folderCredentialsPassword?: string;
      folderCredentialsPasswordConfirm?: string;
      folderCredentialsPasswordSet?: boolean;
      folderCredentialsUserName?: string;
      folderPath?: string;
      imagePassword?: string;
      imagePasswordConfirm?: string;
      imagePasswordSet?: boolean;
      imagePasswordType?: 'NONE' | 'PASSWORD_STRING';
      sortPriority?: number;
    };
    'managed-folder/consolidation': {
      consolidationEnabled?: boolean;
      monthlyConsolidationDay?: number;
      monthlyConsolidationDayOfWeek?: 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN';
      monthlyConsolidationRelative?: boolean;
      relativeWeekNumber?: 'FIRST' | 'SECOND' | 'THIRD' | 'FOURTH' | 'LAST';
      weeklyConsolidationDay?: 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN';
    };
    'managed-folder/retention': {
      daysToRetainConsolidatedDailyImages?: number;
      daysToRetainConsolidatedWeeklyImages?: number;
      daysToRetainIntraDailyImages?: number;
      monthsToRetainConsolidatedMonthlyImages?: number;
      moveConsolidatedImagesToSubDirectory?: boolean;
      retentionEnabled?: boolean;
    };
    'managed-folder/verification': {
      immediatelyVerifyImageFiles?: boolean;
      reverifyImageFiles?: boolean;
      reverifyIntervalDays?: number;
      throttleOverridePercent?: number;
    };
    'mfa/code': { code?: string };
    'mfa/password': { password?: string };
    'mfa/security-key': { code?: string };
    'mfa/text-message': { code?: string };
    'monitor-dashboard/range': { from?: string; timeZone?: string; to?: string };
    'monitor-import/file': { existing?: 'UPDATE' | 'SKIP'; file?: string; fileName?: string; importId?: number };
    'monitor-import/review': Record<string, unknown>;
    'network-discovery/configuration': {
      delayBetweenPingsMS?: number;
      ipTargets?: string;
      location?: number;
      networkProbe?: number;
      org?: number;
      pingPacketTTL?: number;
      pingTimeoutMS?: number;
      pingsPerNode?: number;
      snmpCredOne?: number;
      snmpCredTwo?: number;
      telnetSshCred?: number;
    };
    'network-discovery/devices': { devices?: { changes?: readonly unknown[]; selected?: Record<string, unknown> } };
    'network-discovery/review': Record<string, unknown>;
    'network-scan/details': {
      alerts?: boolean;
      dayOfMonth?: number;
      daysOfWeek?: readonly ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
      delayBetweenPingsMS?: number;
      ipTargets?: string;
      location?: number;
      minuteOfHour?: number;
      name?: string;
      networkProbe?: number;
      notificationChannelIds?: readonly number[];
      org?: number;
      pingPacketTTL?: number;
      pingTimeoutMS?: number;
      pingsPerNode?: number;
      repeats?: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY';
      runAt?: string;
      snmpCredOne?: number;
      snmpCredTwo?: number;
      telnetSshCred?: number;
    };
    'notification-channel/details': {
      accessToken?: string;
      accessTokenSet?: boolean;
      address?: string;
      apiKey?: string;
      apiKeySet?: boolean;
      body?: string;
      botToken?: string;
      botTokenSet?: boolean;
      channelType?: 'EMAIL' | 'SMS' | 'HTTP' | 'WEBHOOK';
      chatId?: string;
      contentType?: 'JSON' | 'FORM' | 'TEXT';
      enabled?: boolean;
      escalateChannelId?: number;
      escalateMinutes?: number;
      headers?: readonly { name?: string; value?: string }[];
      method?: 'POST' | 'PUT' | 'PATCH' | 'GET';
      name?: string;
      ntfyServer?: string;
      phones?: readonly { phone?: string }[];
      recipients?: readonly { email?: string }[];
      region?: 'US' | 'EU';
      repeatMinutes?: number;
      routingKey?: string;
      routingKeySet?: boolean;
      secretValue?: string;
      secretValueSet?: boolean;
      service?: 'SLACK' | 'TEAMS' | 'DISCORD' | 'TELEGRAM' | 'NTFY' | 'PAGERDUTY' | 'OPSGENIE' | 'CUSTOM';
      topic?: string;
      url?: string;
      webhookUrl?: string;
      webhookUrlSet?: boolean;
    };
    'organization/details': { description?: string; name?: string; timeZoneId?: string };
    'organization/locations': {
      locations?: readonly { address?: string; country?: string; description?: string; id?: number; name?: string }[];
    };
    'password/change': { confirm?: string; currentPassword?: string; newPassword?: string };
    'policy/details': {
      description?: string;
      enabled?: boolean;
      name?: string;
      nodeClass?:
        | 'WINDOWS_WORKSTATION'
        | 'WINDOWS_SERVER'
        | 'MAC'
        | 'MAC_SERVER'
        | 'LINUX_WORKSTATION'
        | 'LINUX_SERVER'
        | 'NMS'
        | 'VMWARE_VM_GUEST'
        | 'VMWARE_VM_HOST'
        | 'HYPERV_VMM_GUEST'
        | 'HYPERV_VMM_HOST';
      nodeClassDefault?: boolean;
      nodeRoleId?:
        | 'nms-switch'
        | 'nms-router'
        | 'nms-firewall'
        | 'nms-wireless'
        | 'nms-printer'
        | 'nms-server'
        | 'nms-computer'
        | 'nms-vm-host'
        | 'nms-phone'
        | 'nms-ups'
        | 'nms-other';
      parentPolicyId?: number;
    };
    'profile/api-key': { expiresInDays?: 7 | 30 | 90 | 365; name?: string; scope?: 'read' | 'write' };
    'profile/person': { firstName?: string; lastName?: string };
    'profile/preferences': { language?: string; theme?: 'light' | 'dark' | 'auto'; timeZoneId?: string };
    'reboot/task': { description?: string; name?: string; runAt?: string; skipIfOffline?: boolean; timeZone?: string };
    'run-automation/details': {
      categoriesIds?: readonly number[];
      defaultTimeout?: number;
      description?: string;
      name?: string;
      operatingSystem?: 'Windows' | 'Mac' | 'Linux';
      runAs?: string;
      runnableLocalPath?: string;
      scriptParameters?: string;
      useFirstParametersOptionAsDefault?: boolean;
    };
    'run-script/inputs': {
      parameterChoice?: '--all' | '--dry-run';
      parameters?: string;
      parametersFrom?: 'LIST' | 'TYPED';
      runAs?: string;
      timeoutSeconds?: number;
      user?: 'AGENT' | 'USER';
      variables?: {
        agreed?: boolean;
        days?: string;
        folder?: string;
        force?: boolean;
        mode?: 'fast' | 'thorough';
        report?: string;
        server?: string;
        share?: string;
        until?: string;
      };
    };
    'script/details': {
      architecture?: readonly ('64' | '32')[];
      categoriesIds?: readonly number[];
      defaultRunAs?: string;
      defaultTimeout?: number;
      description?: string;
      language?: 'sh' | 'powershell' | 'javascript' | 'batchfile' | 'vbscript';
      name?: string;
      operatingSystems?: readonly ('Windows' | 'Mac' | 'Linux')[];
      script?: string;
      scriptParameters?: string;
      scriptVariables?: readonly {
        defaultValue?: string;
        description?: string;
        name?: string;
        required?: boolean;
        type?: 'TEXT' | 'INTEGER' | 'DECIMAL' | 'CHECKBOX' | 'DATE' | 'DROPDOWN' | 'IP_ADDRESS' | 'URL';
        valueList?: string;
      }[];
      useFirstParametersOptionAsDefault?: boolean;
    };
    'security-key/name': { name?: string };
    'sign-in/code': { code?: string };
    'sign-in/password': { email?: string; password?: string };
    'sign-in/security-key': { code?: string };
    'sign-in/text-message': { code?: string };
    'status-incident/incident': {
      state?: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED';
      text?: string;
      title?: string;
    };
    'status-page/details': {
      addressType?: 'UNGUESSABLE' | 'CHOSEN';
      enabled?: boolean;
      monitors?: readonly { monitorId?: number; name?: string }[];
      slug?: string;
      title?: string;
    };
    'text-messages/code': { code?: string };
    'text-messages/phone': { phone?: string };
    'ticket-template/details': { content?: string; isDefault?: boolean; name?: string; ticketTitleCustomText?: string };
    'totp/code': { code?: string };
    'totp/password': { password?: string };
    'user/permissions': {
      NODE?: readonly ('NODE:View' | 'NODE:Create' | 'NODE:Update' | 'NODE:Delete')[];
      ORGANIZATION?: readonly (
        | 'ORGANIZATION:View'
        | 'ORGANIZATION:Create'
        | 'ORGANIZATION:Update'
        | 'ORGANIZATION:Delete'
      )[];
      POLICY?: readonly ('POLICY:View' | 'POLICY:Create' | 'POLICY:Update' | 'POLICY:Delete')[];
      SCRIPT_CATEGORY?: readonly (
        | 'SCRIPT_CATEGORY:View'
        | 'SCRIPT_CATEGORY:Create'
        | 'SCRIPT_CATEGORY:Update'
        | 'SCRIPT_CATEGORY:Delete'
        | 'SCRIPT_CATEGORY:Run'
      )[];
      SYSTEM?: readonly (
        | 'SYSTEM:MaintenanceMode.Editor.Access'
        | 'SYSTEM:Configuration.Activities.Access'
        | 'SYSTEM:Studio.Access'
        | 'SYSTEM:Workbench.Access'
      )[];
      byOrganization?: readonly {
        clientId?: number;
        permission?:
          | 'ORGANIZATION:View'
          | 'ORGANIZATION:Create'
          | 'ORGANIZATION:Update'
          | 'ORGANIZATION:Delete'
          | 'NODE:View'
          | 'NODE:Create'
          | 'NODE:Update'
          | 'NODE:Delete';
      }[];
      others?: readonly Record<string, unknown>[];
      runOnlyScriptCategories?: readonly number[];
      ticketCrud?: readonly ('READ' | 'CREATE' | 'UPDATE' | 'DELETE')[];
    };
    'user/person': {
      alertEmail?: boolean;
      email?: string;
      enabled?: boolean;
      firstName?: string;
      lastName?: string;
      sysadmin?: boolean;
      userInactivityTimeout?: number;
    };
    'vm-host/host': {
      apiPort?: number;
      clientId?: number;
      credentialId?: number;
      delegateNodeId?: number;
      hostname?: string;
      locationId?: number;
      name?: string;
      type?: 'ESXI' | 'HYPERV';
    };
    'webhook/details': {
      enabled?: boolean;
      events?: readonly ('alert.raised' | 'alert.reset' | 'organization.changed' | 'user.changed')[];
      name?: string;
      url?: string;
    };
  }
}

export {};
