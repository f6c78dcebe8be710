// vitest runs this before each test file of pages. The testing library registers its clean-up once, when it is first imported. Files
// that share modules import it once for all of them, so each file registers the clean-up here.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import './element-errors.ts';

afterEach(cleanup);
