// vitest runs this before each test file of pages. The testing library registers its own clean-up where it is imported first, which
// is one file of many where they share their modules: what the others rendered would stay.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
